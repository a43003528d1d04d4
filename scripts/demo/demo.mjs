/** `npm run demo`: a real Pi with pi-wiki, a scripted model, and nothing that leaves this machine. */

import { createJiti } from "jiti";

const { runDemo } = await createJiti(import.meta.url).import("./demo.ts");

process.exitCode = await runDemo();
