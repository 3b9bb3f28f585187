/** `URL` writes every IPv4 address in four decimal parts. */
const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/**
 * The problem with a URL that secrets are sent to, or null: https anywhere, plain http on the local machine
 * only, no fragment, no password.
 */
export function webAddressProblem(text: string): string | null {
  if (!/^https?:\/\/[!-~]+$/.test(text) || !URL.canParse(text)) return "must be a complete https:// address";
  const { protocol, hostname, username, password } = new URL(text);
  if (text.includes("#")) return "must not have a fragment";
  if (username !== "" || password !== "") return "must not have a user name or password";
  if (protocol !== "https:" && !LOOPBACK_HOST.test(hostname))
    return "must use https; http is allowed only for localhost and loopback addresses";
  return null;
}
