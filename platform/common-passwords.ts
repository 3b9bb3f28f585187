/** Some 49000 passwords from published breaches, lower-case; read once, when first asked for. */
export function createCommonPasswords(): () => Promise<ReadonlySet<string>> {
  let loading: Promise<ReadonlySet<string>> | null = null;
  const load = async (): Promise<ReadonlySet<string>> => {
    const { dictionary } = await import("@zxcvbn-ts/language-common");
    return new Set(dictionary["passwords-common"].map((password) => password.toLowerCase()));
  };
  return () => (loading ??= load());
}
