/** Draws docs/dashboard-*.png anew, from a demo vault; it needs Chromium. */

import { createJiti } from "jiti";

const { drawDashboard } = await createJiti(import.meta.url).import("./dashboard-picture.ts");

await drawDashboard();
