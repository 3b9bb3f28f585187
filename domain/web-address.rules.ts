const LOOPBACK_HOSTS = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * The problem with a URL that secrets are sent to, or null: https anywhere, plain http on the own machine
 * only, no fragment, no password.
 */
export function webAddressProblem(text: string): string | null {
  if (!/^https?:\/\/[!-~]+$/.test(text) || !URL.canParse(text)) return "write a whole https:// address";
  const { protocol, hostname, username, password } = new URL(text);
  if (text.includes("#")) return "leave the fragment out";
  if (username !== "" || password !== "") return "leave user name and password out";
  if (protocol !== "https:" && !LOOPBACK_HOSTS.has(hostname))
    return "use https; http works for 127.0.0.1, [::1] and localhost only";
  return null;
}
