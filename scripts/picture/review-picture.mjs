/** `npm run picture`: draws docs/review.svg anew, from a real Pi; it needs tmux. */

import { createJiti } from "jiti";

const { drawReview } = await createJiti(import.meta.url).import("./review-picture.ts");

await drawReview();
