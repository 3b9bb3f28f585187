import { expect, test } from "@jest/globals";
import { Event } from "../domain/events/event.entity.ts";
import { noticeWorkflowId } from "../domain/slack/slack-notice.rules.ts";
import { WaitingSlackNotice } from "../domain/slack/waiting-slack-notice.entity.ts";
import { newId } from "../platform/ids.ts";
import { createLogger } from "../platform/logger.ts";
import { createSlackNotices } from "../workers/slack/slack-notices.ts";
import { startProductForFile } from "./support/product-for-file.ts";
import { refusingTemporal } from "./support/refusing-temporal.ts";

const product = await startProductForFile();
const em = () => product.orm.em.fork();

let laterMs = 0;
const temporal = refusingTemporal();
const notices = createSlackNotices({
  orm: product.orm,
  temporal: temporal.client,
  taskQueue: "none",
  clock: { now: () => new Date(Date.now() + laterMs) },
  logger: createLogger("test", "silent"),
});

async function waitingNotice(): Promise<string> {
  const id = newId();
  const event = { kind: "report.completed", subjectId: newId(), data: {}, occurredAt: new Date() };
  await em().insert(Event, { id, ...event });
  await em().insert(WaitingSlackNotice, { event: id });
  return id;
}

test("a notice that cannot be started delays no other, and is given up after some attempts", async () => {
  const [first, second] = [await waitingNotice(), await waitingNotice()];
  temporal.refusals.set(noticeWorkflowId(first), new Error("INVALID_ARGUMENT"));
  await notices.afterRound?.(0);
  expect(temporal.started).toEqual([noticeWorkflowId(second)]);
  let rounds = 1;
  for (; (await em().count(WaitingSlackNotice, {})) > 0 && rounds < 50; rounds++) {
    laterMs += 60_000;
    await notices.afterRound?.(0);
  }
  expect(rounds).toBe(10);
  expect(temporal.started).toHaveLength(1);
});

test("a notice of a process that died is started by another, although no event follows", async () => {
  await notices.afterRound?.(0);
  const left = await waitingNotice();
  laterMs += 60_000;
  await notices.afterRound?.(0);
  expect(temporal.started.at(-1)).toBe(noticeWorkflowId(left));
});
