import { connect, type AddressInfo } from "node:net";
import { afterEach, expect, test } from "@jest/globals";
import express from "express";
import { sendCsv } from "../../api/gateway/csv-answer.ts";
import type { Route, RouteContext } from "../../api/route.ts";
import { systemClock } from "../../platform/clock.ts";
import { waitFor } from "../support/wait-for.ts";

const PAGES = 100;
/** More than the buffers on the way hold: whoever writes it has to wait for who reads it. */
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
const pageAt = (n: number) => ({
  things: Array.from({ length: 100 }, (_, i) => ({ id: n * 100 + i, text: LONG })),
  pagination: { total: PAGES * 100, pages: PAGES },
});

let stop = (): void => undefined;
afterEach(() => stop());

/** A server with one long list; `asked` counts the pages, `end` tells how the writing ended. */
function serve(page: (n: number) => Promise<unknown>) {
  const noting = {
    em: { insert: async () => undefined },
    clock: systemClock,
    actor: null,
  } as unknown as RouteContext;
  let asked = 1;
  const end = Promise.withResolvers<unknown>();
  const app = express().get("/list", (_request, response) => {
    const counted = (n: number) => ((asked += 1), page(n));
    void sendCsv(noting, response, { route, shape, first: pageAt(1), page: counted }).then(
      () => end.resolve("done"),
      (error: unknown) => {
        response.destroy();
        end.resolve(error);
      },
    );
  });
  const server = app.listen(0);
  stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { port: (server.address() as AddressInfo).port, asked: () => asked, end: end.promise };
}

test("the file is called after its path", async () => {
  const { port, end } = serve(async (n) => pageAt(n));
  const response = await fetch(`http://127.0.0.1:${port}/list`);
  const day = new Date().toISOString().slice(0, 10);
  expect(response.headers.get("content-disposition")).toBe(`attachment; filename=things-parts-${day}.csv`);
  expect((await response.text()).split("\r\n")).toHaveLength(1 + PAGES * 100 + 1);
  expect(await end).toBe("done");
});

test("pages are asked for as they are fetched, and no more when the caller went away", async () => {
  const { port, asked, end } = serve(async (n) => pageAt(n));
  const socket = connect(port, "127.0.0.1", () => void socket.write("GET /list HTTP/1.1\r\nHost: a\r\n\r\n"));
  await new Promise((resolve) => socket.once("data", resolve));
  socket.pause();
  await waitFor(
    async () => [asked(), await new Promise((resolve) => setTimeout(() => resolve(asked()), 200))],
    ([before, after]) => before === after,
    10_000,
  );
  const stuckAt = asked();
  expect(stuckAt).toBeLessThan(PAGES);
  socket.destroy();
  expect(await end).toBe("done");
  expect(asked()).toBeLessThanOrEqual(stuckAt + 1);
});

test("a row that moves to another page is written once", async () => {
  const { port } = serve(async () => pageAt(1));
  const text = await (await fetch(`http://127.0.0.1:${port}/list`)).text();
  expect(text.split("\r\n")).toHaveLength(1 + 100 + 1);
});

test("an error in the middle cuts the file off", async () => {
  const { port, end } = serve(async (n) => (n === 3 ? Promise.reject(new Error("away")) : pageAt(n)));
  await expect(fetch(`http://127.0.0.1:${port}/list`).then((response) => response.text())).rejects.toThrow();
  expect(await end).toEqual(new Error("away"));
});
