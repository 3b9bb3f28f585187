import { expect, test } from "@jest/globals";
import { once } from "node:events";
import { connect, type AddressInfo } from "node:net";
import express from "express";
import { toAppError } from "../../platform/web/answer-errors.ts";
import { createJsonReader } from "../../platform/web/body-reader.ts";

const CUT =
  'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a":';

test("a body beyond the limit is refused with the limit", async () => {
  const read = createJsonReader("1mb");
  const failed = Promise.withResolvers<unknown>();
  const app = express().use((request, response) => {
    read(request, response, { values: 100 }).then(failed.resolve, failed.resolve);
    response.end();
  });
  const server = app.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const headers = { "content-type": "application/json" };
  await fetch(`http://127.0.0.1:${port}`, {
    method: "POST",
    headers,
    body: `"${"x".repeat(1024 ** 2)}"`,
  }).catch(() => undefined);
  expect(toAppError(await failed.promise)).toMatchObject({
    status: 413,
    message: "The request body is larger than 1024 kB: send less at a time",
    details: { field: "body", error: "is larger than 1024 kB" },
  });
  server.close();
});

test("a body that its sender cuts short is the sender's failure, not an outage that is logged as a warning", async () => {
  const read = createJsonReader("1mb");
  const failed = Promise.withResolvers<unknown>();
  const app = express().use((request, response) => {
    read(request, response, { values: 100 }).then(failed.resolve, failed.resolve);
  });
  const server = app.listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.write(CUT, () => socket.destroy());
  expect(toAppError(await failed.promise)).toMatchObject({
    status: 400,
    code: "VALIDATION_ERROR",
    message: "The request body ended before it was complete",
  });
  server.close();
});
