/** A builder in a process of its own: opens, attacks, rejects, solves and measures, in one wiki with others. `RUN NAME COUNT`. */

import { isWikiError, WikiError } from "../../../extensions/core/errors.ts";
import { openRunPlace } from "../../../extensions/core/weaknesses/run-place.ts";
import { openWeaknesses } from "../../../extensions/core/weaknesses/weaknesses.ts";
import { nodePlatform } from "../../../extensions/platform/node-platform.ts";

const [run = "", name = "", count = "0"] = process.argv.slice(2);
const platform = nodePlatform({ refuse: (code, data, cause) => new WikiError(code, data, undefined, cause) });
const wiki = openWeaknesses(platform, openRunPlace(platform, run), { isPerson: false });

const first = async (work: Promise<unknown>): Promise<boolean> => {
  try {
    await work;
    return true;
  } catch (error) {
    if (isWikiError(error) && error.code === "name_taken") return false;
    throw error;
  }
};

const metrics = [{ name: "reward", value: 0.5 }];
const isFirst = await first(wiki.open({ slug: "fog", title: "Fog", iteration: "c0", tasks: ["t1"] }));
for (let n = 1; n <= Number(count); n += 1) {
  const on = { slug: "fog", iteration: `${name}-${n}`, metrics };
  const related = [{ slug: "fog", why: "the same water" }];
  await wiki.open({ slug: `${name}-${n}`, title: "Mist", iteration: on.iteration, tasks: [], related });
  await wiki.attack(on);
  await wiki.reject({ ...on, direction: "lamp", thesis: "Light", change: "lamp.py", why: "dead end" });
  await wiki.solve({ ...on, title: "Horn", thesis: "Sound", diff: "--- a\n" });
}
const isStarter = await first(wiki.startRound({ n: 1 }));
const isFinisher = await first(wiki.finishRound({ n: 1, metrics }));
process.stdout.write(JSON.stringify({ isFirst, isStarter, isFinisher }));
