import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { LOOPBACK_RANGES } from "../../platform/http/ip-ranges.ts";
import { createOutbound, type Outbound, type OutboundOptions } from "../../platform/http/outbound.ts";
import { createResolveName } from "../../platform/http/resolve-name.ts";
import { startNameServer, type NameServer } from "../support/name-server.ts";

const known: Record<string, string[]> = {
  "public.example": ["93.184.216.34", "93.184.216.35"],
  "inside.example": ["93.184.216.34", "10.0.0.1"],
};
let server: NameServer;
const doors: Outbound[] = [];
const door = (change: Partial<OutboundOptions> = {}): Outbound => {
  const nameServers = [server.address];
  const made = createOutbound({
    mayReach: [],
    plainHttpTo: [],
    timeoutMs: 3_000,
    maxBytes: 1,
    nameServers,
    ...change,
  });
  doors.push(made);
  return made;
};

beforeAll(async () => {
  server = await startNameServer(known);
});
afterAll(async () => {
  await Promise.all(doors.map((made) => made.close()));
  await server.stop();
});

describe("a name", () => {
  test("is requested from the name servers, whatever its case", async () => {
    const addresses = await createResolveName([server.address])("Public.Example.");
    expect(addresses).toEqual([
      { address: "93.184.216.34", family: 4 },
      { address: "93.184.216.35", family: 4 },
    ]);
  });

  test("known to this machine needs no name server", async () => {
    const resolve = createResolveName([server.address]);
    const local = [await resolve("localhost"), await resolve("anything.localhost")].flat();
    expect(local).toContainEqual({ address: "127.0.0.1", family: 4 });
    expect(server.requests).not.toContain("localhost");
    await expect(door().check("https://localhost/")).rejects.toThrow("not on the public internet");
    await expect(door({ mayReach: LOOPBACK_RANGES }).check("https://localhost/")).resolves.toBeUndefined();
  });

  test("is refused if one of its addresses is", async () => {
    await expect(door().check("https://inside.example/")).rejects.toThrow("not on the public internet");
    await expect(door().fetch("https://inside.example/")).rejects.toThrow("not on the public internet");
    await expect(door().check("https://public.example/")).resolves.toBeUndefined();
  });

  test("that moves inside after it was checked is refused when it is connected to", async () => {
    let connections = 0;
    const inside = createServer(() => (connections += 1)).listen(0, "127.0.0.1");
    await once(inside, "listening");
    const url = `https://moving.example:${(inside.address() as AddressInfo).port}/`;
    const client = door();
    known["moving.example"] = ["93.184.216.34"];
    await expect(client.check(url)).resolves.toBeUndefined();
    known["moving.example"] = ["127.0.0.1"];
    const refused = "not on the public internet";
    await expect(client.fetch(url)).rejects.toThrow(refused);
    await expect(client.post(url, { headers: {}, body: "" })).rejects.toThrow(refused);
    expect(connections).toBe(0);
    inside.close();
  });

  test("that is slow to resolve delays no other look-up of the process", async () => {
    let slowLeft = 0;
    const slow = Array.from({ length: 20 }, async (_, at) => {
      slowLeft += 1;
      await door({ timeoutMs: 1_500 })
        .check(`https://silent-${at}.example/`)
        .catch(() => undefined);
      slowLeft -= 1;
    });
    await lookup("localhost");
    await createResolveName([server.address])("public.example");
    expect(slowLeft).toBe(20);
    await Promise.all(slow);
  });

  test("is abandoned at the deadline, and once no one is waiting", async () => {
    await expect(door({ timeoutMs: 200 }).check("https://silent.example/")).rejects.toThrow("took too long");
    const leaving = new AbortController();
    const resolving = createResolveName([server.address])("silent.example", leaving.signal);
    leaving.abort();
    await expect(resolving).rejects.toThrow();
  });

  test("is abandoned as well if the system resolves it, because it has no dot", async () => {
    const leaving = new AbortController();
    const resolving = createResolveName()("nowhere", leaving.signal);
    leaving.abort(new Error("no one waits"));
    await expect(resolving).rejects.toThrow("no one waits");
    await expect(createResolveName()("nowhere", leaving.signal)).rejects.toThrow("no one waits");
  });
});

describe("a server of our own", () => {
  const own = [
    { host: "127.0.0.1", port: "5433" },
    { host: "inside.example", port: "443" },
  ];
  const inside = () =>
    door({
      mayReach: [...LOOPBACK_RANGES, "10.0.0.0/8"],
      plainHttpTo: [...LOOPBACK_RANGES, "10.0.0.0/8"],
      never: own,
    });

  test.each([
    "http://127.0.0.1:5433/",
    "http://127.1.2.3:5433/",
    "http://localhost:5433/",
    "http://[::1]:5433/",
    "http://[::ffff:127.0.0.1]:5433/",
    "https://10.0.0.9:5433/",
    "https://10.0.0.1/",
  ])("cannot be reached by %s", async (address) => {
    await expect(inside().check(address)).rejects.toThrow("a server of this service");
    await expect(inside().fetch(address)).rejects.toThrow("a server of this service");
  });

  test.each(["http://127.0.0.1:5434/", "https://10.0.0.2/", "https://93.184.216.34:5433/"])(
    "is unrelated to %s",
    async (address) => {
      await expect(inside().check(address)).resolves.toBeUndefined();
    },
  );
});
