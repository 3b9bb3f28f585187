import { describe, expect, test } from "@jest/globals";
import { tryDelivery } from "../../activities/webhooks/try-delivery.ts";
import type { DueDelivery } from "../../domain/webhooks/read-deliveries.ts";
import { newWebhookSecret } from "../../domain/webhooks/webhook-secret.ts";

const KEPT = 500;
const secret = newWebhookSecret();
const delivery = {
  id: "d",
  attempts: 0,
  event: { id: "e", kind: "ping", timestamp: "2026-01-01T00:00:00.000Z", data: {} },
  webhook: { id: "w", url: "https://example.com/", secrets: [secret] },
} as unknown as DueDelivery;
const deps = {
  clock: { now: () => new Date() },
  secrets: { seal: (_: string, text: string) => text, open: (_: string, sealed: string) => sealed },
  random: () => 0.5,
  scheduleS: [0, 1],
};

const answerKept = async (body: string | Uint8Array<ArrayBuffer> | null, isInside = false) => {
  const answer = { status: 200, headers: {}, bytes: Buffer.from(body ?? "") };
  const send = () => Promise.resolve({ answer, isInside });
  return (await tryDelivery(deps, { send }, delivery)).record.answer;
};

describe("of a receiver's response", () => {
  test.each<[string, string | Uint8Array<ArrayBuffer> | null, string]>([
    ["the first part of a long one", "x".repeat(5_000), "x".repeat(KEPT)],
    ["no split character", `${"x".repeat(KEPT - 1)}😀`, `${"x".repeat(KEPT - 1)}\ufffd`],
    ["text that PostgreSQL accepts", new Uint8Array([0, 255, 0, 65]), "\ufffdA"],
    ["nothing of an empty one", null, ""],
  ])("%s is kept", async (_what, body, kept) => {
    expect(await answerKept(body)).toBe(kept);
  });

  test("nothing is kept if it comes from a private network", async () => {
    expect(await answerKept("the metrics of a neighbour", true)).toBeNull();
  });
});
