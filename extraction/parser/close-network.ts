import dgram from "node:dgram";
import dns from "node:dns";
import net from "node:net";

/**
 * Takes JavaScript's ways to the network away from this process. No parser needs them, and a document which
 * makes one ask (an external entity, a linked picture) finds nothing there. Node 24's permission model does not
 * cover the network, so this is a fence against parsers, not a wall against native code.
 */
export function closeNetwork(): void {
  const refuse = (): never => {
    throw new Error("The network is closed here");
  };
  net.Socket.prototype.connect = refuse;
  net.Server.prototype.listen = refuse;
  dgram.Socket.prototype.bind = refuse;
  dgram.Socket.prototype.send = refuse;
  Object.assign(dns, { lookup: refuse });
  globalThis.fetch = refuse;
}
