import { describe, expect, test } from "@jest/globals";
import { ApplicationFailure } from "@temporalio/common";
import { loadConfig } from "../platform/config.ts";
import { newId } from "../platform/ids.ts";
import type { handleWhatsappMessage } from "../workflows/whatsapp/inbound-message.workflow.ts";
import { startActivityWorker } from "./support/activity-worker.ts";
import { waitFor } from "./support/wait-for.ts";
import { stopAfterAll } from "./support/stop-after-all.ts";

/** The results of the steps by name; each name uses its results in turn and repeats the last one. */
let script: Record<string, unknown[]> = {};
let steps: string[] = [];
const config = loadConfig({
  ...process.env,
  NODE_ENV: "test",
  TEMPORAL_TASK_QUEUE: `test-whatsapp-${newId().slice(-12)}`,
});

const NAMES = [
  "answerWhatsapp",
  "sendWhatsappReplies",
  "tellWhatsappReading",
  "failWhatsapp",
  "dropWhatsappReplies",
];
const FAILS = ApplicationFailure.nonRetryable("this step fails");
const UPLOADED = { outcome: "uploaded", evidenceId: "e" };

const step = (name: string) => async (): Promise<unknown> => {
  steps.push(name);
  const answers = script[name] ?? [];
  const answer = answers.length > 1 ? answers.shift() : answers[0];
  if (answer instanceof Error) throw answer;
  return answer;
};
const worker = await stopAfterAll(
  startActivityWorker(config, Object.fromEntries(NAMES.map((name) => [name, step(name)]))),
);

function start(given: typeof script) {
  [script, steps] = [given, []];
  return worker.temporal.client.workflow.start<typeof handleWhatsappMessage>("handleWhatsappMessage", {
    workflowId: `whatsapp-${newId()}`,
    taskQueue: config.TEMPORAL_TASK_QUEUE,
    args: [{ inboundId: newId() }],
  });
}

const run = async (given: typeof script): Promise<{ outcome: string; reply: string }> =>
  (await start(given)).result();

describe("a message", () => {
  test("is processed and its reply sent", async () => {
    const given = {
      answerWhatsapp: [{ outcome: "answered", evidenceId: null }],
      sendWhatsappReplies: ["sent"],
    };
    expect(await run(given)).toEqual({ outcome: "answered", reply: "sent" });
    expect(steps).toEqual(["answerWhatsapp", "sendWhatsappReplies"]);
  });

  test("that cannot be processed is reported to its sender", async () => {
    const given = { answerWhatsapp: [FAILS], sendWhatsappReplies: ["sent"] };
    expect(await run(given)).toEqual({ outcome: "failed", reply: "sent" });
    expect(steps).toEqual(["answerWhatsapp", "failWhatsapp", "sendWhatsappReplies"]);
  });

  test("whose reply is never accepted ends without one", async () => {
    const given = {
      answerWhatsapp: [{ outcome: "answered", evidenceId: null }],
      sendWhatsappReplies: [FAILS],
    };
    expect(await run(given)).toEqual({ outcome: "answered", reply: "unanswered" });
    expect(steps).toEqual(["answerWhatsapp", "sendWhatsappReplies", "dropWhatsappReplies"]);
  });

  test("with a file is followed until the file was ingested", async () => {
    const given = {
      answerWhatsapp: [UPLOADED],
      sendWhatsappReplies: ["sent"],
      tellWhatsappReading: ["waiting", "told"],
    };
    expect(await run(given)).toEqual({ outcome: "uploaded", reply: "sent" });
    expect(steps).toEqual([
      "answerWhatsapp",
      "sendWhatsappReplies",
      "tellWhatsappReading",
      "tellWhatsappReading",
      "sendWhatsappReplies",
    ]);
  });

  test("with a deleted file gets no further reply", async () => {
    const given = {
      answerWhatsapp: [UPLOADED],
      sendWhatsappReplies: ["sent"],
      tellWhatsappReading: ["nobody"],
    };
    await run(given);
    expect(steps).toEqual(["answerWhatsapp", "sendWhatsappReplies", "tellWhatsappReading"]);
  });

  test("that an operator cancels is recorded as failed, so that it holds up no other", async () => {
    const long = Promise.withResolvers<unknown>();
    const handle = await start({ answerWhatsapp: [long.promise] });
    await waitFor(
      () => Promise.resolve(steps),
      ({ length }) => length === 1,
    );
    await handle.cancel();
    await expect(handle.result()).rejects.toMatchObject({ cause: { name: "CancelledFailure" } });
    expect(steps).toEqual(["answerWhatsapp", "failWhatsapp", "dropWhatsappReplies"]);
    long.resolve({ outcome: "answered", evidenceId: null });
  });

  test("whose file is no longer followed, because an operator cancels it, is not started again", async () => {
    const given = { answerWhatsapp: [UPLOADED], sendWhatsappReplies: ["sent"] };
    const handle = await start({ ...given, tellWhatsappReading: ["waiting"] });
    await waitFor(
      () => Promise.resolve(steps),
      ({ length }) => length >= 3,
    );
    await handle.cancel();
    await expect(handle.result()).rejects.toMatchObject({ cause: { name: "CancelledFailure" } });
    expect(steps.at(-1)).toBe("dropWhatsappReplies");
  });
});
