import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import type { Response } from "express";
import { disconnectSignal } from "../../platform/web/disconnect-signal.ts";

let server: Server;
let socket: Socket;
let response: ServerResponse;

beforeEach(async () => {
  server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  socket = connect((server.address() as AddressInfo).port, "127.0.0.1").resume();
  socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  [, response] = (await once(server, "request")) as [unknown, ServerResponse];
});
afterEach(() => {
  socket.destroy();
  server.close();
});

const signalOf = () => disconnectSignal(response as Response);

test("aborts with an expected error when the caller disconnects before the end", async () => {
  const signal = signalOf();
  expect(signal.aborted).toBe(false);
  response.write("begun");
  socket.destroy();
  await once(signal, "abort");
  expect(signal.reason).toMatchObject({ code: "SERVICE_UNAVAILABLE", expected: true });
});

test("has aborted if the caller had disconnected before", async () => {
  const closed = once(response, "close");
  socket.destroy();
  await closed;
  expect(signalOf().aborted).toBe(true);
});

test("does not abort after the whole response", async () => {
  const signal = signalOf();
  const closed = once(response, "close");
  response.end("all");
  await closed;
  socket.destroy();
  expect(signal.aborted).toBe(false);
});
