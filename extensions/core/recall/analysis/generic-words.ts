/** Words of everyday work with an agent: they ask for something to be done and name no subject. */

import { termsOf } from "./analyse.ts";

const words = `add again ahead all alright any bug build change check clean code commit continue cool create delete do
done edit everything exactly explain fast file files fine finish first fix function go good great hello help hey hi job
keep line lines list look looks lot maybe merge morning move need new next nice no not now ok okay old open perfect
please pr proceed project pull push put quick read really remove rename repo restart retry revert right run same save
see show sorry start step stop sure test tests thank thanks that thing things think today try undo update use wait want
well word work works write wrong yeah yep yes yesterday`;

/** As index terms. */
export const genericTerms: ReadonlySet<string> = termsOf(words, { language: "en", keepStopWords: true });
