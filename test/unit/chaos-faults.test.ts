import { expect, test } from "@jest/globals";
import { once } from "node:events";
import { spawn } from "node:child_process";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import type { Fault } from "../../dev/chaos/fault.ts";
import { goTogether } from "../../dev/chaos/faults.ts";
import { openLink, type Link } from "../../dev/stack/link.ts";
import { anyRuns, processTree, signalTree } from "../../testkit/process-tree.ts";
import { seededRandom } from "../../testkit/seeded-random.ts";
import { runStorm } from "../../dev/chaos/storm.ts";
import { stopsAfterEach } from "../support/stops-after-each.ts";
import { waitFor } from "../support/wait-for.ts";

const stops = stopsAfterEach();

/** A server that echoes its input, behind two links. */
async function echoBehindLinks(): Promise<[Link, Link]> {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.pipe(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const links: [Link, Link] = [await openLink(address), await openLink(address)];
  stops.push(() => server.close(), ...links.map((link) => () => link.close()));
  return links;
}

async function dial({ port }: Link): Promise<{ socket: Socket; received: () => string }> {
  const socket = connect(port, "127.0.0.1");
  let text = "";
  socket.on("data", (bytes) => (text += String(bytes)));
  socket.on("error", () => undefined);
  stops.push(() => socket.destroy());
  await once(socket, "connect");
  return { socket, received: () => text };
}

test("a link passes data on, is silent while it hangs, continues afterwards, and resets when it is cut", async () => {
  const [link, other] = await echoBehindLinks();
  const [{ socket, received }, open] = [await dial(link), await dial(other)];
  socket.write("one ");
  await waitFor(
    async () => received(),
    (text) => text === "one ",
  );
  link.set("hung");
  socket.write("two");
  open.socket.write("one");
  await waitFor(
    async () => open.received(),
    (text) => text === "one",
  );
  expect(received()).toBe("one ");
  link.set("open");
  await waitFor(
    async () => received(),
    (text) => text === "one two",
  );
  const closed = new Promise((resolve) => socket.once("close", resolve));
  link.set("cut");
  await closed;
  const refused = connect(link.port, "127.0.0.1");
  await once(refused, "error");
});

test("a link shows whether a fault hit anything", async () => {
  const [link, idle] = await echoBehindLinks();
  const { socket, received } = await dial(link);
  socket.write("one");
  await waitFor(
    async () => received(),
    (text) => text === "one",
  );
  expect(link.hasHit()).toBe(false);
  link.set("hung");
  expect(link.hasHit()).toBe(false);
  socket.write("two");
  await waitFor(
    async () => link.hasHit(),
    (hit) => hit,
  );
  link.set("open");
  expect(link.hasHit()).toBe(false);
  for (const one of [link, idle]) one.set("cut");
  expect([link.hasHit(), idle.hasHit()]).toEqual([true, false]);
});

test("killing a process kills its children", async () => {
  const child = spawn("sh", ["-c", "sleep 60 & sleep 60; true"]);
  await waitFor(
    async () => processTree(child.pid!).length,
    (count) => count === 3,
  );
  const tree = processTree(child.pid!);
  signalTree(child.pid!, "SIGKILL");
  await once(child, "exit");
  await waitFor(
    async () => anyRuns(tree),
    (runs) => !runs,
  );
});

const fault = (name: string, happened: string[] = []): Fault => ({
  name,
  begin: async () => void happened.push(name),
  repair: async () => undefined,
});

test("two faults of one process are never combined", () => {
  expect(goTogether(fault("kill api"), fault("pause worker"))).toBe(true);
  expect(goTogether(fault("kill api"), fault("hang api-postgres"))).toBe(false);
  expect(goTogether(fault("cut off worker-temporal"), fault("kill temporal"))).toBe(false);
  expect(goTogether(fault("cut off api-retrieval"), fault("hang worker-temporal"))).toBe(true);
});

test("a strike names the faults that the product cannot have noticed", async () => {
  let strikes = 0;
  const [deaf, failing, felt] = [false, null, true].map((effect, n) => ({
    ...fault(`kill ${n}`),
    hasEffect: async () => {
      if (effect === null) throw new Error("no answer");
      return effect;
    },
  }));
  const storm = await runStorm({
    random: seededRandom(1),
    faults: [deaf!, failing!, felt!, fault("kill 3")],
    hold: { shortestMs: 1, longestMs: 2, restMs: 1 },
    findTrouble: async () => null,
    isOver: () => strikes >= 4,
    onStrike: ({ names }) => void (strikes += names.length),
  });
  expect(storm.flatMap(({ unnoticed }) => unnoticed).toSorted()).toEqual(["kill 0", "kill 1"]);
});

test("a storm runs every fault in its seed's order, and times each recovery", async () => {
  const storm = async (seed: number): Promise<string[]> => {
    const happened: string[] = [];
    const faults = ["kill api", "kill worker", "kill temporal"].map((name) => fault(name, happened));
    let looks = 0;
    const strikes = await runStorm({
      random: seededRandom(seed),
      faults,
      hold: { shortestMs: 1, longestMs: 2, restMs: 1 },
      findTrouble: async () => ((looks += 1) % 2 === 1 ? "not yet" : null),
      isOver: () => happened.length >= 3,
      onStrike: () => undefined,
    });
    expect(strikes.every(({ recoveredMs, trouble }) => recoveredMs! > 0 && trouble === "not yet")).toBe(true);
    return happened;
  };
  const first = await storm(1);
  expect(first.toSorted()).toEqual(["kill api", "kill temporal", "kill worker"]);
  expect(await storm(1)).toEqual(first);
});
