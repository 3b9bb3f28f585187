import { Writable } from "node:stream";
import { mock } from "node:test";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { notFound, unavailable } from "../../platform/errors.ts";
import { createLogger } from "../../platform/logger.ts";

const START = Date.UTC(2026, 4, 4, 12);
const AFTER_THE_LAST_MS = 30_000;

type Line = Record<string, unknown> & { level: number; msg: string };

beforeEach(() => mock.timers.enable({ apis: ["Date", "setTimeout"], now: START }));
afterEach(() => mock.timers.reset());

function openLog(level = "info") {
  const lines: Line[] = [];
  const sink = new Writable({
    write(line: Buffer, _encoding, done) {
      lines.push(JSON.parse(String(line)) as Line);
      done();
    },
  });
  return { logger: createLogger("test", level, sink), lines };
}

const refused = (port = 5432): Error =>
  Object.assign(new Error(`connect ECONNREFUSED 127.0.0.1:${port}`), {
    code: "ECONNREFUSED",
    address: "127.0.0.1",
    port,
  });

test("writes the first warning of an outage at once, and the number of others at the end", () => {
  const { logger, lines } = openLog();
  for (let n = 0; n < 500; n += 1) {
    logger.warn({ err: refused(), requestId: `r${n}` }, "request failed");
    mock.timers.tick(100);
  }
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({ level: 40, msg: "request failed", requestId: "r0" });
  mock.timers.tick(AFTER_THE_LAST_MS);
  expect(lines.slice(1)).toMatchObject([
    {
      level: 40,
      msg: "request failed",
      repeated: 499,
      from: new Date(START + 100).toISOString(),
      until: new Date(START + 49_900).toISOString(),
    },
  ]);
});

test("reports the next outage again", () => {
  const { logger, lines } = openLog();
  logger.warn({ err: refused() }, "request failed");
  mock.timers.tick(AFTER_THE_LAST_MS);
  logger.warn({ err: refused() }, "request failed");
  expect(lines.map(({ repeated }) => repeated)).toEqual([undefined, undefined]);
});

test("writes each message once, and a full disk apart from servers", () => {
  const { logger, lines } = openLog();
  const full = Object.assign(new Error("no space left"), { code: "ENOSPC" });
  for (const err of [refused(), refused(9200), full])
    for (const message of ["request failed", "a workflow step failed"])
      for (const step of ["embedEvidence", "indexEvidence"]) logger.warn({ err, step }, message);
  expect(lines).toHaveLength(4);
});

test("counts the others by cause", () => {
  const { logger, lines } = openLog();
  const lost = new Error("Connection terminated unexpectedly");
  const search = unavailable("Search is unavailable", { cause: refused(9200) });
  const readOnly = (name: string) => Object.assign(new Error(`EROFS, open '${name}'`), { code: "EROFS" });
  const slow = (ms: number) => new DOMException(`took longer than ${ms} ms`, "TimeoutError");
  for (const err of [refused(), lost, lost, search, readOnly("a"), readOnly("b"), slow(1_801), slow(1_802)])
    logger.warn({ err }, "request failed");
  mock.timers.tick(AFTER_THE_LAST_MS);
  expect(lines.at(-1)).toMatchObject({
    repeated: 7,
    causes: {
      "Connection terminated unexpectedly": 2,
      "ECONNREFUSED 127.0.0.1:9200": 1,
      EROFS: 2,
      "took longer than # ms": 2,
    },
  });
});

test("reports a long outage every ten minutes", () => {
  const { logger, lines } = openLog();
  for (let second = 0; second <= 1_200; second += 1) {
    logger.warn({ err: refused() }, "request failed");
    mock.timers.tick(1_000);
  }
  expect(lines.map(({ repeated }) => repeated)).toEqual([undefined, 600, 600]);
});

test("counts the retries of Temporal's client", () => {
  const { logger, lines } = openLog();
  for (const call of ["poll_workflow_task_queue", "record_activity_task_heartbeat"])
    for (let n = 5; n < 9; n += 1)
      logger.warn({ err: "transport error" }, `gRPC call ${call} retried ${n} times`);
  expect(lines).toHaveLength(1);
  for (let n = 0; n < 3; n += 1) {
    logger.warn({}, `[TMPRL1104] run-${n} Workflow task duration exceeded 5 seconds.`);
    logger.warn({}, "Failing workflow task");
  }
  expect(lines).toHaveLength(5);
});

test("writes every line that no outage explains, and every error", () => {
  const { logger, lines } = openLog();
  for (let n = 0; n < 3; n += 1) {
    logger.warn({ err: new Error("A bug") }, "request failed");
    logger.warn({ err: notFound("Project", refused()) }, "request failed");
    logger.warn({ missing: ["setpriv"] }, "parsers run without setpriv");
    logger.error({ err: refused() }, "request failed");
  }
  expect(lines).toHaveLength(12);
});

test("writes every line of an outage at DEBUG", () => {
  const { logger, lines } = openLog("debug");
  for (let n = 0; n < 3; n += 1) logger.warn({ err: refused() }, "request failed");
  expect(lines.map(({ level }) => level)).toEqual([40, 20, 20]);
});
