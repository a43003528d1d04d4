import { expect, test } from "vitest";
import { type Asked, admit, cookieName } from "../../../extensions/hosts/dashboard/admission.ts";
import { verifies } from "../../acceptance/verifies.ts";

const door = { port: 4100, token: "the-keepers-key" };

const fromThePage: Asked = {
  method: "GET",
  path: "/api/pages",
  host: "127.0.0.1:4100",
  origin: undefined,
  site: "same-origin",
  cookie: `other=1; ${cookieName(4100)}=${door.token}`,
  authorization: undefined,
  token: undefined,
};

const answerTo = (change: Partial<Asked>): string | number => {
  const admission = admit({ ...fromThePage, ...change }, door);
  return admission.kind === "refused" ? admission.status : admission.kind;
};

test("the page itself is let in by its cookie, a program by its header", () => {
  verifies("dashboard.door");
  expect(answerTo({})).toBe("let in");
  expect(answerTo({ cookie: undefined, authorization: `Bearer ${door.token}` })).toBe("let in");
  expect(answerTo({ origin: "http://127.0.0.1:4100" })).toBe("let in");
  expect(answerTo({ host: "localhost:4100", origin: "http://localhost:4100" })).toBe("let in");
});

test("the address with the token gives the cookie, which scripts and other sites never see", () => {
  verifies("dashboard.door");
  const entry: Asked = { ...fromThePage, path: "/", cookie: undefined, site: "cross-site", token: door.token };
  expect(admit(entry, door)).toEqual({
    kind: "let in",
    cookie: `${cookieName(4100)}=${door.token}; Path=/; HttpOnly; SameSite=Strict`,
  });
  expect(admit({ ...entry, path: "/api/pages" }, door)).toMatchObject({ kind: "refused" });
});

test.each([
  ["no token", { cookie: undefined }, 401],
  ["a wrong token", { cookie: `${cookieName(4100)}=the-keepers-kez` }, 401],
  ["a token that is too short", { cookie: `${cookieName(4100)}=the` }, 401],
  ["the cookie of another port", { cookie: `${cookieName(4101)}=${door.token}` }, 401],
  ["a host that was made to lead here", { host: "rocks.example:4100" }, 403],
  ["another port's host", { host: "127.0.0.1:80" }, 403],
  ["no host", { host: undefined }, 403],
  ["another page's origin", { origin: "http://rocks.example" }, 403],
  ["an opaque origin", { origin: "null" }, 403],
  ["another site's request without an origin", { site: "cross-site" }, 403],
  ["a page of another port", { site: "same-site" }, 403],
  ["a post", { method: "POST" }, 405],
  ["a delete", { method: "DELETE" }, 405],
] as const)("%s is refused", (_what, change, status) => {
  verifies("dashboard.door");
  expect(answerTo(change)).toBe(status);
});
