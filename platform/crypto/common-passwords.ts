/** About 49,000 passwords from published breaches, in lower case; loaded once, on first use. */
export function createCommonPasswords(): () => Promise<ReadonlySet<string>> {
  let loading: Promise<ReadonlySet<string>> | null = null;
  const load = async (): Promise<ReadonlySet<string>> => {
    const { dictionary } = await import("@zxcvbn-ts/language-common");
    return new Set(dictionary["passwords-common"].map((password) => password.toLowerCase()));
  };
  return () => (loading ??= load());
}
