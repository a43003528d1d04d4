/** A process that appends lessons: `<git folder> <name> <count> <kill at step>`; says each hash that was acknowledged. */

import { WikiError } from "../../../../extensions/core/errors.ts";
import { openEarnedStore } from "../../../../extensions/core/knowledge/earned/earned-store.ts";
import { nodePlatform } from "../../../../extensions/platform/node-platform.ts";
import { lessonDraft } from "./lighthouse-drafts.ts";

const [gitDir = "", name = "", count = "0", killAt = "0"] = process.argv.slice(2);
let steps = 0;
const platform = nodePlatform({
  refuse: (code, data, cause) => new WikiError(code, data, undefined, cause),
  onStep: () => {
    steps += 1;
    if (steps === Number(killAt)) process.kill(process.pid, "SIGKILL");
  },
});
const store = openEarnedStore(platform, gitDir);
for (let index = 0; index < Number(count); index += 1) {
  const { record } = await store.append(lessonDraft(`${name} ${index}`));
  process.stdout.write(`${record.hash}\n`);
}
