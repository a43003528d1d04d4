/** Placeholder. */
import type { Fetched, FetchOptions, Refuse } from "../platform.ts";

export const download = async (url: string, _options: FetchOptions, refuse: Refuse): Promise<Fetched> => {
  throw refuse("fetch_failed", { url, reason: "downloads are being built" });
};
