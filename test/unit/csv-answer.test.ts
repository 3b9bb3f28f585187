import { readdir } from "node:fs/promises";
import { connect } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import express, { type Response } from "express";
import { sendCsv, tableIn, writeTable, type Table } from "../../api/gateway/csv-answer.ts";
import type { Route, RouteContext } from "../../api/route.ts";
import { systemClock } from "../../platform/clock.ts";
import { serveLocally } from "../../testkit/serve-locally.ts";
import { waitFor } from "../support/wait-for.ts";
import { makeTestFolder } from "../support/make-test-folder.ts";

const PAGES = 100;
/** More than the buffers can hold, so that the writer has to wait for the reader. */
const LONG = "x".repeat(10_000);

const shape = {
  rows: "things",
  columns: [
    { name: "id", path: ["id"] },
    { name: "text", path: ["text"] },
  ],
  paged: true,
};
const route = { path: "/api/v1/things/:id/parts" } as Route;
const tableOf = (read: (page: number) => Promise<unknown>, headAlone = false): Promise<Table> =>
  tableIn(folder, (file) => writeTable(file, shape, read, { headAlone }));
const pageAt = (n: number) => ({
  things: Array.from({ length: 100 }, (_, i) => ({ id: n * 100 + i, text: LONG })),
  pagination: { total: PAGES * 100, pages: PAGES },
});

let folder: string;
beforeEach(async () => void (folder = await makeTestFolder()));

let stop = (): Promise<void> => Promise.resolve();
afterEach(() => stop());

/** A server with one table; `end` reports how writing ended, and `asked` is its response. */
async function serve(table: Table) {
  const noting = {
    em: { insert: async () => undefined },
    clock: systemClock,
    actor: null,
  } as unknown as RouteContext;
  const [requested, end] = [Promise.withResolvers<Response>(), Promise.withResolvers<string>()];
  const app = express().get("/list", (_request, response) => {
    requested.resolve(response);
    void sendCsv(noting, response, route, table).then(
      () => end.resolve("done"),
      (error: unknown) => end.resolve(String(error)),
    );
  });
  const server = await serveLocally(app);
  stop = server.stop;
  return { port: server.port, requested: requested.promise, end: end.promise };
}

test("the file is named after its path, and contains all pages", async () => {
  const { port, end } = await serve(await tableOf(async (n) => pageAt(n)));
  const response = await fetch(`http://127.0.0.1:${port}/list`);
  const day = new Date().toISOString().slice(0, 10);
  expect(response.headers.get("content-disposition")).toBe(`attachment; filename=things-parts-${day}.csv`);
  expect(response.headers.get("x-total-count")).toBe(String(PAGES * 100));
  expect((await response.text()).split("\r\n")).toHaveLength(1 + PAGES * 100 + 1);
  expect(await end).toBe("done");
});

test("writing waits for the reader, and ends when the caller disconnects", async () => {
  const { port, requested, end } = await serve(await tableOf(async (n) => pageAt(n)));
  const socket = connect(port, "127.0.0.1", () => void socket.write("GET /list HTTP/1.1\r\nHost: a\r\n\r\n"));
  await new Promise((resolve) => socket.once("data", resolve));
  socket.pause();
  const response = await requested;
  await waitFor(async () => response.writableNeedDrain, Boolean);
  expect(response.writableEnded).toBe(false);
  socket.destroy();
  expect(await end).toBe("done");
});

test("an error in the middle is thrown before anything is sent", async () => {
  const broken = async (n: number) => (n === 3 ? Promise.reject(new Error("away")) : pageAt(n));
  await expect(tableOf(broken)).rejects.toThrow("away");
});

test("only the first page is read for a caller who requests only the headers", async () => {
  let requested = 0;
  const counted = async (n: number) => ((requested += 1), pageAt(n));
  const { rows, file } = await tableOf(counted, true);
  await file.close();
  expect(rows).toBe(PAGES * 100);
  expect(requested).toBe(1);
});

test("the table is read into an unnamed file instead of memory", async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const heap = (): number => {
    collect();
    const { heapUsed, external } = process.memoryUsage();
    return (heapUsed + external) / 2 ** 20;
  };
  const before = heap();
  const { file, rows } = await tableOf(async (n) => pageAt(n));
  // The table has more than 90 MB; other tests of this process leave some garbage.
  expect(heap() - before).toBeLessThan(45);
  expect([rows, (await file.stat()).size > 90 * 2 ** 20]).toEqual([PAGES * 100, true]);
  expect(await readdir(folder)).toEqual([]);
  await file.close();
});
