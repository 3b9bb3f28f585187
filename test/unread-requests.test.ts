import { describe, expect, test } from "@jest/globals";
import { startProductForFile } from "./support/product-for-file.ts";
import { sendRaw } from "./support/raw-http.ts";

const product = await startProductForFile({ parts: ["retrieval"] });

const LINE = "GET /health HTTP/1.1\r\n";
const REQUESTS: [string, number, string][] = [
  ["headers that are too large", 431, `${LINE}Host: x\r\nX-Long: ${"x".repeat(20_000)}\r\n\r\n`],
  ["what is no HTTP", 400, "EHLO mail.example.com\r\n\r\n"],
  ["two lengths", 400, `${LINE}Host: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n`],
  [
    "a length beside chunks",
    400,
    `${LINE}Host: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n`,
  ],
  ["no Host", 400, `${LINE}\r\n`],
  ["an unknown expectation", 417, `${LINE}Host: x\r\nExpect: a miracle\r\n\r\n`],
];

describe.each(["PORT", "RETRIEVAL_PORT"] as const)("on %s", (port) => {
  test.each(REQUESTS)("%s is refused in the envelope", async (_what, status, request) => {
    const answer = await sendRaw(product.config[port], request);
    expect(answer?.status).toBe(status);
    const body = JSON.parse(answer!.text) as Record<string, unknown>;
    expect(body).toEqual({
      success: false,
      error: {
        code: "VALIDATION_ERROR",
        message: expect.any(String),
        details: { field: "request", error: expect.any(String) },
      },
      timestamp: expect.stringMatching(/Z$/),
      request_id: answer!.headers.get("x-request-id"),
    });
    expect(Object.fromEntries(answer!.headers)).toMatchObject({
      "content-type": "application/json; charset=utf-8",
      "content-length": String(Buffer.byteLength(answer!.text)),
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      connection: "close",
    });
  });

  test("HTTP/1.0 needs no Host", async () => {
    const answer = await sendRaw(product.config[port], "GET /nowhere HTTP/1.0\r\n\r\n");
    expect([answer?.status, (JSON.parse(answer!.text) as { error: { code: string } }).error.code]).toEqual([
      404,
      "NOT_FOUND",
    ]);
  });
});
