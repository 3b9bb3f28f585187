import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { readEvents } from "../../web/src/features/assistant/read-events.ts";
import { ApiError } from "../../web/src/http/api-error.ts";

const errorOf = (status: number, body: string, headers: Record<string, string> = {}) =>
  ApiError.of(new Response(body, { status, statusText: "Bad Gateway", headers }));

describe("an error of the API", () => {
  test("has its message, code, details and request id", async () => {
    const error = { code: "CONFLICT", message: "Read it again", details: { field: "If-Match" } };
    const found = await errorOf(412, JSON.stringify({ success: false, error, request_id: "r" }));
    expect(found).toMatchObject({ status: 412, ...error, requestId: "r", isConflict: true });
  });

  test("has the numbers and names of its message for other languages", async () => {
    const details = { reason: "too_many_keys", active: 20, values: { limit: 20 } };
    const body = { error: { code: "CONFLICT", message: "You have 20", details }, request_id: "r" };
    expect((await errorOf(409, JSON.stringify(body))).values).toMatchObject({ active: 20, limit: 20 });
  });

  test.each([
    "<html>Bad Gateway</html>",
    "",
    "null",
    "7",
    "{}",
    '{"message":"upstream"}',
    '{"error":"text"}',
    '{"error":{"message":"of a proxy"}}',
    "[]",
  ])("without the API's envelope is still an error: %j", async (body) => {
    const found = await errorOf(502, body, { "x-request-id": "r" });
    expect(found).toBeInstanceOf(ApiError);
    expect(found).toMatchObject({
      status: 502,
      code: "UNREADABLE",
      message: "Bad Gateway",
      requestId: "r",
      isPassing: true,
    });
  });

  test.each([
    [0, { isPassing: true, isSignedOut: false, isConflict: false }],
    [400, { isPassing: false, isSignedOut: false, isConflict: false }],
    [401, { isPassing: false, isSignedOut: true, isConflict: false }],
    [409, { isPassing: false, isSignedOut: false, isConflict: false }],
    [412, { isPassing: false, isSignedOut: false, isConflict: true }],
    [429, { isPassing: true, isSignedOut: false, isConflict: false }],
    [500, { isPassing: false, isSignedOut: false, isConflict: false }],
    [503, { isPassing: true, isSignedOut: false, isConflict: false }],
  ])("with status %d is %j", (status, expected) => {
    const error = { code: "X", message: "", details: {} };
    expect(new ApiError(status, { error, request_id: null })).toMatchObject(expected);
  });

  test("without a response reports the network error", () => {
    expect(ApiError.unreachable(new TypeError("Failed to fetch"))).toMatchObject({
      status: 0,
      code: "UNREACHABLE",
      message: "Failed to fetch",
      requestId: null,
    });
    expect(ApiError.unreachable("gone").message).toBe("gone");
  });
});

const event = (name: string, data: unknown): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

/** The text as a stream of chunks, cut at these bytes. */
function streamOf(text: string, cuts: readonly number[] = []): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  const ends = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].toSorted((a, b) => a - b);
  let from = 0;
  return new ReadableStream({
    start(controller) {
      for (const end of [...ends, bytes.length]) {
        controller.enqueue(bytes.subarray(from, end));
        from = end;
      }
      controller.close();
    },
  });
}

async function readAll(stream: ReadableStream<Uint8Array>) {
  const [steps, tokens]: [string[], string[]] = [[], []];
  const answer = await readEvents(stream, {
    onStep: (tool) => steps.push(tool),
    onToken: (text) => tokens.push(text),
  });
  return { answer, steps, tokens };
}

describe("a streamed answer", () => {
  const TEXT = [
    event("step", { tool: "search" }),
    ": still working\n\n",
    event("token", { text: "Prüfung 監査 " }),
    event("citation", { ignored: true }),
    event("token", { text: "\u{1F512}\n\nevent: done" }),
    event("done", { message: "Done" }),
    event("token", { text: "too late" }),
  ].join("");
  const EXPECTED = {
    answer: { message: "Done" },
    steps: ["search"],
    tokens: ["Prüfung 監査 ", "\u{1F512}\n\nevent: done"],
  };

  test("is the same wherever the network splits it, even within a character", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(2_000), { maxLength: 30 }), async (cuts) => {
        expect(await readAll(streamOf(TEXT, cuts))).toEqual(EXPECTED);
      }),
    );
  });

  test("fails with the error that it contains", async () => {
    const refusal = { code: "SERVICE_UNAVAILABLE", message: "Try again", details: {}, request_id: "r" };
    const stream = streamOf(event("token", { text: "a" }) + event("error", refusal));
    await expect(readAll(stream)).rejects.toMatchObject({
      name: "ApiError",
      code: "SERVICE_UNAVAILABLE",
      message: "Try again",
      requestId: "r",
    });
  });

  test.each(["", event("token", { text: "a" }), 'event: done\ndata: {"message"', ": still working\n\n"])(
    "fails if it ends before it is complete: %j",
    async (text) => {
      await expect(readAll(streamOf(text))).rejects.toMatchObject({ code: "UNREACHABLE", isPassing: true });
    },
  );
});
