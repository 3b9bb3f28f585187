/** Where a server listens that listens everywhere: this machine reaches it on loopback. */
const LOOPBACK: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

/** The address by which this machine reaches a server of its own that listens on the host and port. */
export function reachableOrigin(host: string, port: number): string {
  const name = LOOPBACK[host] ?? host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}
