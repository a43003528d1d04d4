/** What of an address may be written down. Pure. */

const secretKey =
  /^(access_?token|id_?token|refresh_?token|token|auth|authorization|api[-_]?key|apikey|key|secret|client_secret|password|passwd|pwd|session|sessionid|sig|signature|x-amz-(signature|credential|security-token)|x-goog-(signature|credential)|awsaccesskeyid)$/i;

/** The address without what opens doors: values of keys such as `token` and `X-Amz-Signature`. */
export const recordableUrl = (url: string): string =>
  url
    .replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i, "$1")
    .replace(/([?&#;])([^=&#;?]+)=([^&#;]*)/g, (whole, mark: string, key: string) =>
      secretKey.test(key) ? `${mark}${key}=redacted` : whole,
    );

/** The last part of the address's path, decoded; undefined for a site's first page. */
export const nameOfUrl = (url: string): string | undefined => {
  const last = new URL(url).pathname.split("/").findLast((part) => part !== "");
  return last === undefined ? undefined : decodePercent(last);
};

/** As written when a percent sign is astray. */
export const decodePercent = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
