import { mock } from "node:test";
import { afterEach, describe, expect, test } from "@jest/globals";
import type { MikroORM } from "@mikro-orm/postgresql";
import { pino } from "pino";
import { createFailureRecorder } from "../../api/gateway/record-failures.ts";
import { failedSignIn } from "../../domain/audit-log/failed-authentication.ts";

interface Row {
  address: string | null;
  data: Record<string, unknown>;
}

const WINDOW_MS = 600_000;
const START = Date.parse("2026-01-01T00:00:00Z");

function createRecorder(insertMany: (entity: unknown, rows: Row[]) => Promise<void>) {
  mock.timers.enable({ apis: ["Date", "setTimeout", "setInterval"], now: START });
  const orm = { em: { fork: () => ({ insertMany }) } } as unknown as MikroORM;
  const logger = pino({ level: "silent" });
  return createFailureRecorder({ orm, clock: { now: () => new Date() }, logger }, WINDOW_MS);
}

function start() {
  const rows: Row[] = [];
  const notes = createRecorder(async (_entity, some) => void rows.push(...some));
  const fail = (address: string, who: string) =>
    notes.note(failedSignIn({ way: "password", emailHash: who, reason: "wrong" }), {
      requestId: "r",
      sessionId: "",
      address,
    });
  return { rows, notes, fail };
}

afterEach(() => mock.timers.reset());

describe("failed authentications in the audit log", () => {
  test("repetitions are recorded at once, and at the end of the window with their number", async () => {
    const { rows, notes, fail } = start();
    fail("192.0.2.1", "a");
    expect(rows).toMatchObject([{ address: "192.0.2.1", data: { reason: "wrong", email_hash: "a" } }]);
    expect(rows[0]!.data).not.toHaveProperty("count");
    for (let i = 0; i < 10_000; i++) {
      mock.timers.tick(10);
      fail("192.0.2.1", "a");
    }
    expect(rows).toHaveLength(1);
    mock.timers.tick(WINDOW_MS);
    const [from, until] = [new Date(START + 10), new Date(START + 100_000)];
    expect(rows.slice(1)).toMatchObject([{ address: "192.0.2.1", data: { count: 10_000, from, until } }]);
    fail("192.0.2.1", "a");
    expect(rows).toHaveLength(3);
    await notes.stop();
    expect(rows).toHaveLength(3);
  });

  test("counts are written at the end of the process", async () => {
    const { rows, notes, fail } = start();
    for (let i = 0; i < 3; i++) fail("192.0.2.1", "a");
    await notes.stop();
    expect(rows.map(({ data }) => data["count"])).toEqual([undefined, 2]);
  });

  test("ten failures of a network are distinguished, and the others counted together", async () => {
    const { rows, notes, fail } = start();
    for (let i = 0; i < 1_000; i++) fail(`2001:db8::${i.toString(16)}`, `person ${i}`);
    expect(rows).toHaveLength(11);
    await notes.stop();
    expect(rows).toHaveLength(12);
    expect(rows.at(-1)!.data).toMatchObject({ credential: "several", count: 989 });
    fail("192.0.2.1", "a");
    expect(rows).toHaveLength(13);
  });

  test("the number for all networks together is limited too", async () => {
    const { rows, notes, fail } = start();
    for (let i = 0; i < 20_000; i++) fail(`10.${i >> 8}.${i & 255}.1`, "a");
    expect(rows).toHaveLength(301);
    await notes.stop();
    expect(rows).toHaveLength(302);
    expect(rows.at(-1)).toMatchObject({ address: null, data: { credential: "several", count: 19_699 } });
  });

  test("an unavailable database fails no request", async () => {
    const notes = createRecorder(() => Promise.reject(new Error("away")));
    notes.note(failedSignIn({ way: "password", reason: "wrong" }), {
      requestId: "r",
      sessionId: "",
      address: null,
    });
    await expect(notes.stop()).resolves.toBeUndefined();
  });
});
