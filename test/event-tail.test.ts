import { expect, test } from "@jest/globals";
import { EventTail } from "../domain/history/event-tail.ts";
import { startProductForFile } from "./support/product-for-file.ts";

const HOUR_MS = 3_600_000;

const product = await startProductForFile();
const customer = await product.signIn("customer");

async function newProject(): Promise<string> {
  const body = { name: "P", framework: "soc2" };
  return (await customer.send("POST", "/api/v1/projects", body)).data.id;
}

test("events still come after the clock jumped an hour ahead and back", async () => {
  const tail = new EventTail();
  const subjectsAt = async (nowMs: number): Promise<string[]> =>
    (await tail.next({ em: product.orm.em.fork() }, nowMs)).map(({ subjectId }) => subjectId);
  await tail.begin({ em: product.orm.em.fork() }, Date.now());
  const first = await newProject();
  expect(await subjectsAt(Date.now())).toContain(first);
  expect(await subjectsAt(Date.now() - 500)).toEqual([]);
  await subjectsAt(Date.now() + HOUR_MS);
  const second = await newProject();
  expect(await subjectsAt(Date.now())).toContain(second);
  expect(await subjectsAt(Date.now())).toEqual([]);
});
