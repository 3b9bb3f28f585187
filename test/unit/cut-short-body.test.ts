import { expect, test } from "@jest/globals";
import { once } from "node:events";
import { connect, type AddressInfo } from "node:net";
import express from "express";
import { toAppError } from "../../platform/web/answer-errors.ts";
import { createJsonReader } from "../../platform/web/body-reader.ts";

const CUT =
  'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a":';

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
