import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { failCalls } from "./fail-calls.ts";

/**
 * The state of a link: passes everything on, refuses connections, accepts connections and bytes silently, answers
 * every HTTP request with 429, delays what the server answers, or answers gRPC calls as Temporal does while its
 * database fails.
 */
export type LinkState = "open" | "cut" | "hung" | "busy" | "slow" | "failing";

/** States in which the link, not the server, answers. */
const OWN_ANSWERS: readonly LinkState[] = ["cut", "busy", "failing"];

const BUSY =
  "HTTP/1.1 429 Too Many Requests\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}";
const SLOW_MS = 3_000;

/** A TCP proxy between one process and one server that can fail like a network. */
export interface Link {
  /** `host:port`, used instead of the server's. */
  address: string;
  port: number;
  /** Cutting, being busy and failing reset connections; hanging freezes them, and opening continues them. */
  set(state: LinkState): void;
  /** Whether the current fault has reset, refused, delayed or held anything. */
  hasHit(): boolean;
  close(): Promise<void>;
}

/** Runs what is given to it in order, at once or after a delay. */
function createQueue(): (send: () => void, delayMs: number) => void {
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  return (send, delayMs) => {
    if (waiting === 0 && delayMs === 0) return send();
    waiting += 1;
    last = Promise.all([last, sleep(delayMs)]).then(() => {
      waiting -= 1;
      send();
    });
  };
}

/** The state that the connections of a link share. */
interface Shared {
  state: LinkState;
  /** What the current fault has reset, refused or delayed. */
  hits: number;
  sockets: Set<Socket>;
}

function keep({ sockets }: Shared, socket: Socket): void {
  sockets.add(socket);
  socket.on("close", () => sockets.delete(socket));
}

const hold = ({ state }: Shared, socket: Socket): void =>
  void (state === "hung" ? socket.pause() : socket.resume());

/** Passes on what one side sends, late if it is the slow side. */
function relay(shared: Shared, { from, to, isSlow }: { from: Socket; to: Socket; isSlow: boolean }): void {
  const send = createQueue();
  const inTurn = (work: () => void): void => {
    const isLate = isSlow && shared.state === "slow";
    if (isLate) shared.hits += 1;
    send(work, isLate ? SLOW_MS : 0);
  };
  keep(shared, from);
  from.on("data", (bytes: Buffer) => inTurn(() => void (to.write(bytes) || from.pause())));
  to.on("drain", () => hold(shared, from));
  from.on("end", () => inTurn(() => void to.end()));
  from.on("error", () => to.destroy());
  from.on("close", () => inTurn(() => void to.destroy()));
  hold(shared, from);
}

/** Listens on a free loopback port for the server at `host:port`. */
export async function openLink(target: string): Promise<Link> {
  const { hostname: host, port } = new URL(`tcp://${target}`);
  const shared: Shared = { state: "open", hits: 0, sockets: new Set() };
  const { sockets } = shared;
  const server = createServer({ allowHalfOpen: true }, (near) => {
    near.on("error", () => undefined);
    const { state } = shared;
    if (state !== "open") shared.hits += 1;
    if (state === "cut") return void near.resetAndDestroy();
    if (state === "busy") return void near.once("data", () => near.end(BUSY));
    if (state === "failing") {
      keep(shared, near);
      return failCalls(near);
    }
    const far = connect({ port: Number(port), host, allowHalfOpen: true });
    relay(shared, { from: near, to: far, isSlow: false });
    relay(shared, { from: far, to: near, isSlow: true });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port: own } = server.address() as AddressInfo;
  return {
    address: `127.0.0.1:${own}`,
    port: own,
    set(next) {
      const isReset = [shared.state, next].some((one) => OWN_ANSWERS.includes(one));
      shared.state = next;
      shared.hits = OWN_ANSWERS.includes(next) ? sockets.size : 0;
      for (const socket of sockets) {
        if (isReset) socket.resetAndDestroy();
        else hold(shared, socket);
      }
    },
    // A paused socket keeps the first bytes that it receives.
    hasHit: () =>
      shared.hits > 0 ||
      [...sockets].some(({ readableLength }) => shared.state === "hung" && readableLength > 0),
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
