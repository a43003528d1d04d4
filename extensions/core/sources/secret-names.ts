/** Tells files of secrets by their names, before anything of them is read. Pure. */

const secretNames: readonly RegExp[] = [
  /^\.env/,
  /\.(pem|key|p12|pfx|jks|keystore|kdbx|ppk|tfvars|tfstate)$/,
  /^id_(rsa|dsa|ecdsa|ed25519)(?!.*\.pub$)/,
  /^[._](npmrc|netrc|pgpass|pypirc|boto|dockercfg|htpasswd|my\.cnf|s3cfg|vault-token)$/,
  /^\.git-credentials$/,
  /^\.?(credentials?|secrets?)(\.[^/]*)?$/,
  /^service[-_]?account.*\.json$/,
  /^client_secret.*\.json$/,
];

const secretFolders: ReadonlySet<string> = new Set([".ssh", ".gnupg", ".aws", ".azure", ".kube", ".gcloud"]);

/** `path` has `/` or `\` between its parts; letter case does not matter. */
export const isSecretPath = (path: string): boolean => {
  const parts = path.toLowerCase().split(/[/\\]/);
  const name = parts.at(-1) ?? "";
  return (
    secretNames.some((pattern) => pattern.test(name)) || parts.slice(0, -1).some((part) => secretFolders.has(part))
  );
};
