interface TrustedTypesFactory {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): {
    createScriptURL(url: string): string;
  };
}

const OWN_FILES = /^\/(assets|node_modules|@fs)\//;

function check(url: string): string {
  const { origin, pathname } = new URL(url, location.href);
  if (origin !== location.origin || !OWN_FILES.test(pathname))
    throw new TypeError(`${url} is no script of ours`);
  return url;
}

const factory = (globalThis as { trustedTypes?: TrustedTypesFactory }).trustedTypes;
const policy = factory?.createPolicy("console", { createScriptURL: check });

/** The URL of one of our scripts as a Trusted Types value, which is required to start a worker. */
export const trustedScriptUrl = (url: string): string =>
  policy === undefined ? check(url) : policy.createScriptURL(url);
