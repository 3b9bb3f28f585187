import { expect, test } from "@jest/globals";
import { ControlComment } from "../domain/control-comments/control-comment.entity.ts";
import { Control } from "../domain/controls/control.entity.ts";
import { newId } from "../platform/ids.ts";
import { setUpDeskJourneys } from "./support/console-visit.ts";

const journey = setUpDeskJourneys();

const pathOf = (search = "") => `/projects/${journey.stage.projectId}/controls${search}`;
const controlOf = async (number: string) =>
  (await journey.stage.manager.get(`/api/v1/projects/${journey.stage.projectId}/controls/${number}`)).data;

test("a customer withdraws their own proposals, of a control and of the scope", async () => {
  const { page, stage, comeIn } = journey;
  const project = `/api/v1/projects/${stage.projectId}` as const;
  await stage.customer.send("PUT", `${project}/controls/CC7.2`, { progress: 40, reason: "By hand for now" });
  await stage.customer.send("PUT", project, { categories: ["security"], reason: "No other promises" });
  await comeIn(stage.customer.email, pathOf("?control=CC7.2"));
  const proposed = page.getByRole("region", { name: "Proposed change" });
  await proposed.getByRole("button", { name: "Withdraw" }).click();
  await page.getByText("The proposal was withdrawn").waitFor();
  await proposed.waitFor({ state: "detached" });
  expect(await controlOf("CC7.2")).toMatchObject({ progress: 0, pending_change: null });
  await page.goto(`/projects/${stage.projectId}`);
  const scope = page.getByRole("region", { name: "Proposed scope" });
  await scope.getByRole("button", { name: "Withdraw" }).click();
  await scope.waitFor({ state: "detached" });
  expect((await stage.manager.get(project)).data.pending_scope).toBeNull();
});

test("older comments on a control are loaded on request", async () => {
  const { page, stage, product } = journey;
  const em = product.orm.em.fork();
  const { id } = await em.findOneOrFail(Control, { project: stage.projectId, number: "CC8.1" });
  const at = Date.now() - 1_000_000;
  await em.insertMany(
    ControlComment,
    Array.from({ length: 102 }, (_, i) => {
      const createdAt = new Date(at + i * 1_000);
      const of = { project: stage.projectId, control: id, author: stage.auditor.id };
      return { id: newId(), ...of, text: `Remark ${i}.`, createdAt };
    }),
  );
  await journey.comeIn(stage.manager.email, pathOf("?control=CC8.1"));
  const remarks = page.getByRole("dialog").getByText(/^Remark \d+\.$/);
  await remarks.first().waitFor();
  expect(await remarks.count()).toBe(100);
  await page.getByRole("button", { name: "2 older comments" }).click();
  await page.getByText("Remark 0.", { exact: true }).waitFor();
  expect(await remarks.allTextContents()).toEqual(
    Array.from({ length: 102 }, (_, i) => `Remark ${101 - i}.`),
  );
  // The button has left with the focus.
  await page.getByRole("group", { name: "Comments" }).and(page.locator(":focus")).waitFor();
});
