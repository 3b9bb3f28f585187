import dgram from "node:dgram";
import dns from "node:dns";
import net from "node:net";

/**
 * Disables JavaScript's network access in this process. No parser needs it, and a document that makes one try
 * (an external entity, a linked picture) finds nothing. Node 24's permission model does not cover the
 * network, so this stops parsers, but not native code.
 */
export function closeNetwork(): void {
  const refuse = (): never => {
    throw new Error("Parsers have no network access");
  };
  net.Socket.prototype.connect = refuse;
  net.Server.prototype.listen = refuse;
  dgram.Socket.prototype.bind = refuse;
  dgram.Socket.prototype.send = refuse;
  Object.assign(dns, { lookup: refuse });
  globalThis.fetch = refuse;
}
