import { beforeEach, expect, test } from "@jest/globals";
import { InboundMessage } from "../domain/whatsapp/inbound-message.entity.ts";
import { storeInbound } from "../domain/whatsapp/inbound-message.commands.ts";
import { whatsappWorkflowId } from "../domain/whatsapp/inbound-message.rules.ts";
import { systemClock } from "../platform/clock.ts";
import { newId } from "../platform/ids.ts";
import { createLogger } from "../platform/logger.ts";
import { createWhatsappRelay } from "../workers/whatsapp/whatsapp-relay.ts";
import { startProductForFile } from "./support/product-for-file.ts";
import { refusingTemporal } from "./support/refusing-temporal.ts";
import { newNumber } from "./support/whatsapp-phone.ts";

const product = await startProductForFile();
const em = () => product.orm.em.fork();

let laterMs = 0;
let temporal = refusingTemporal();
const newRelay = () =>
  createWhatsappRelay({
    orm: product.orm,
    temporal: temporal.client,
    taskQueue: "none",
    clock: { now: () => new Date(Date.now() + laterMs) },
    logger: createLogger("test", "silent"),
  });

beforeEach(async () => {
  laterMs = 0;
  temporal = refusingTemporal();
  await em().nativeDelete(InboundMessage, {});
});

async function receive(from = newNumber()): Promise<string> {
  const id = newId();
  const person = { kind: "whatsapp", externalId: from, displayName: from } as const;
  const content = { type: "text", text: "status" } as const;
  await storeInbound({ em: em(), clock: systemClock }, [
    { id, person, externalMessageId: id, sentAt: new Date(), content },
  ]);
  return id;
}
const refuse = (id: string) => temporal.refusals.set(whatsappWorkflowId(id), new Error("INVALID_ARGUMENT"));
const read = (id: string) => em().findOneOrFail(InboundMessage, { id });

test("a message whose workflow cannot be started holds up no one else", async () => {
  const [first, second] = [await receive(), await receive()];
  refuse(first);
  const relay = newRelay();
  await relay();
  expect(temporal.started).toEqual([whatsappWorkflowId(second)]);
  // Not in every round.
  temporal.refusals.clear();
  await relay();
  expect(temporal.started).toHaveLength(1);
  laterMs = 60_000;
  await relay();
  expect(temporal.started).toEqual([whatsappWorkflowId(second), whatsappWorkflowId(first)]);
});

test("is given up after some attempts, and the next of its sender follows", async () => {
  const from = newNumber();
  const [first, second] = [await receive(from), await receive(from)];
  refuse(first);
  const relay = newRelay();
  let rounds = 0;
  for (; (await read(first)).handledAt === null && rounds < 50; rounds++) {
    await relay();
    laterMs += 60_000;
  }
  expect(rounds).toBe(10);
  expect(await read(first)).toMatchObject({ outcome: "failed", content: null, replies: [] });
  await relay();
  expect(temporal.started).toEqual([whatsappWorkflowId(second)]);
});

test("while Temporal is unavailable, all messages wait", async () => {
  const id = await receive();
  temporal.refusals.set(
    whatsappWorkflowId(id),
    Object.assign(new Error("no connection"), { code: "ECONNREFUSED" }),
  );
  const relay = newRelay();
  for (let round = 0; round < 12; round++) {
    await expect(relay()).rejects.toThrow("no connection");
    laterMs += 60_000;
  }
  temporal.refusals.clear();
  await relay();
  expect(temporal.started).toEqual([whatsappWorkflowId(id)]);
});

test("messages that waited for Temporal for hours are still processed in order", async () => {
  const from = newNumber();
  const [first, second] = [await receive(from), await receive(from)];
  laterMs = 3 * 3_600_000;
  const relay = newRelay();
  await relay();
  await relay();
  expect(temporal.started).toEqual([whatsappWorkflowId(first)]);
  // One that was started and does not end holds up the next for an hour.
  laterMs += 3_600_000 + 1_000;
  await relay();
  expect(temporal.started).toEqual([first, second].map(whatsappWorkflowId));
});
