import { request } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Dashboard, startDashboard } from "../../../extensions/hosts/dashboard/serve.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { everything, openToolWorld, type ToolWorld } from "../../tools/tool-world.ts";

let world: ToolWorld;
let dashboard: Dashboard;
let token: string;

beforeAll(async () => {
  world = await openToolWorld();
  world.page("concepts/lens", "# The lens\n\nSee [[oil]].", { type: "concept", tags: ["glass"] });
  world.page("concepts/oil", "# Oil\n\nColza \u202Eburns.");
  world.page("notes/old", "# Old wick", { status: "deprecated" });
  await world.workspace.warm();
  dashboard = await startDashboard({ workspace: world.workspace, port: 0 });
  token = new URL(dashboard.url).searchParams.get("token") ?? "";
});
afterAll(() => dashboard.close());

interface Got {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

const get = (path: string, headers: Readonly<Record<string, string>> = {}, method = "GET"): Promise<Got> =>
  new Promise((resolve, reject) => {
    const given = { authorization: `Bearer ${token}`, ...headers };
    const asked = request({ host: "127.0.0.1", port: dashboard.port, path, method, headers: given }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (piece: string) => {
        text += piece;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    asked.on("error", reject);
    asked.end();
  });

test("the address holds 192 random bits, and the server listens on this machine alone", () => {
  verifies("dashboard.door");
  expect(dashboard.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{32}$/);
});

test("without the token, through another host, and for any method but GET, nothing is told", async () => {
  verifies("dashboard.door");
  expect((await get("/api/pages", { authorization: "Bearer wrong" })).status).toBe(401);
  expect((await get("/api/pages", { host: "rocks.example" })).status).toBe(403);
  expect((await get("/api/pages", { origin: "http://rocks.example" })).status).toBe(403);
  const posted = await get("/api/pages", {}, "POST");
  expect([posted.status, posted.headers["allow"]]).toEqual([405, "GET"]);
});

test("every answer carries a policy under which nothing else loads and no text becomes markup", async () => {
  verifies("dashboard.closed");
  for (const path of ["/", "/page/app.js", "/api/pages", "/nowhere"]) {
    const policy = String((await get(path)).headers["content-security-policy"]);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toMatch(/unsafe|http|\*/);
  }
});

test("the page's files and those of packages are served, and nothing else of the disk", async () => {
  verifies("dashboard.closed");
  for (const path of [
    "/",
    "/page/app.js",
    "/lib/cytoscape.js",
    "/lib/uplot.js",
    "/lib/marked.js",
    "/lib/flexsearch.js",
  ]) {
    expect([path, (await get(path)).status]).toEqual([path, 200]);
  }
  const strays = [
    "/page/../serve.ts",
    "/page/%2e%2e/serve.ts",
    "/lib/../package.json",
    "/lib/constructor",
    "/etc/passwd",
    "//etc/passwd",
    "/api/constructor",
    "/api/__proto__",
  ];
  for (const path of strays) expect([path, (await get(path)).status]).toEqual([path, 404]);
});

test("pages come with links, standing and tags; hidden characters are written out", async () => {
  verifies("dashboard.browse");
  const { vaults } = JSON.parse((await get("/api/pages")).text);
  expect(vaults[0].pages).toMatchObject([
    {
      id: "concepts/lens",
      title: "The lens",
      type: "concept",
      tags: ["glass"],
      links: ["concepts/oil"],
      withheld: null,
    },
    { id: "concepts/oil", links: [] },
    { id: "notes/old", status: "deprecated", withheld: "deprecated" },
  ]);
  const oil = JSON.parse((await get("/api/page?vault=0&id=concepts%2Foil")).text);
  expect(oil.body).toContain("Colza <U+202E>burns.");
  expect(oil.backlinks).toEqual([{ id: "concepts/lens", title: "The lens" }]);
});

test("what is not there is told as that", async () => {
  verifies("dashboard.door");
  expect((await get("/api/page?vault=7&id=x")).status).toBe(404);
  expect((await get("/api/task?id=none")).status).toBe(500);
});

test("asking for everything changes nothing in the vault", async () => {
  verifies("dashboard.door");
  const before = everything(world.project);
  for (const what of ["overview", "pages", "page?vault=0&id=notes/old", "review", "tasks", "log", "weaknesses"]) {
    expect([what, (await get(`/api/${what}`)).status]).toEqual([what, 200]);
  }
  expect(everything(world.project)).toEqual(before);
});
