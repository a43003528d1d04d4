/** Whether a request is answered: it must come to this address, from this page or nobody's, with the token. Pure. */

import { createHash, timingSafeEqual } from "node:crypto";

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly host: string | undefined;
  readonly origin: string | undefined;
  /** What a browser says of the page that asks. */
  readonly site: string | undefined;
  readonly cookie: string | undefined;
  readonly authorization: string | undefined;
  /** Of the address. */
  readonly token: string | undefined;
}

export interface Door {
  readonly port: number;
  readonly token: string;
}

export type Admission =
  | { readonly kind: "let in"; readonly cookie?: string }
  | { readonly kind: "refused"; readonly status: 401 | 403 | 405; readonly reason: string };

const refused = (status: 401 | 403 | 405, reason: string): Admission => ({ kind: "refused", status, reason });

/** Cookies know no ports: each dashboard has a name of its own. */
export const cookieName = (port: number): string => `pi-wiki-${port}`;

export const admit = (asked: Asked, door: Door): Admission => {
  const { port, token } = door;
  const here = [`127.0.0.1:${port}`, `localhost:${port}`];
  // A name of somebody else's that was made to lead here (DNS rebinding) shows in the Host header.
  if (asked.host === undefined || !here.includes(asked.host))
    return refused(403, "This is not the dashboard's address.");
  if (asked.origin !== undefined && !here.some((place) => asked.origin === `http://${place}`)) {
    return refused(403, "Another page asks.");
  }
  if (asked.method !== "GET") return refused(405, "The dashboard only reads.");
  const isEntry = asked.path === "/";
  if (isEntry && isSame(asked.token, token)) return { kind: "let in", cookie: entryCookie(door) };
  if (!isEntry && asked.site !== undefined && asked.site !== "same-origin" && asked.site !== "none") {
    return refused(403, "Another page asks.");
  }
  const shown = [cookieIn(asked.cookie, cookieName(port)), bearerIn(asked.authorization)];
  return shown.some((one) => isSame(one, token))
    ? { kind: "let in" }
    : refused(401, "Open the address that the terminal shows.");
};

const entryCookie = ({ port, token }: Door): string =>
  `${cookieName(port)}=${token}; Path=/; HttpOnly; SameSite=Strict`;

const cookieIn = (cookies: string | undefined, name: string): string | undefined =>
  cookies
    ?.split(";")
    .map((cookie) => cookie.trim())
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.slice(name.length + 1);

const bearerIn = (authorization: string | undefined): string | undefined =>
  /^Bearer (\S+)$/.exec(authorization ?? "")?.[1];

/** Takes the same time wherever they differ. */
const isSame = (given: string | undefined, token: string): boolean =>
  given !== undefined && timingSafeEqual(digest(given), digest(token));

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
