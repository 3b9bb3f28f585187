/** A server that listens on all interfaces is reachable on loopback from this machine. */
const LOOPBACK: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

/** The address at which this machine reaches its own server with the given host and port. */
export function reachableOrigin(host: string, port: number): string {
  const name = LOOPBACK[host] ?? host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}
