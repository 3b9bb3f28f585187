import { expect, test } from "@jest/globals";
import type { Locator } from "playwright-core";
import { setUpDeskJourneys } from "./support/console-visit.ts";
import { PASSWORD } from "./support/people.ts";

const journey = setUpDeskJourneys();

const hasFocus = (element: Locator): Promise<void> => element.and(journey.page.locator(":focus")).waitFor();

/** Presses it as a user of the keyboard does, who then has no row to return to. */
async function pressIn(list: Locator, button: Locator): Promise<void> {
  await button.focus();
  await journey.page.keyboard.press("Enter");
  await button.waitFor({ state: "detached" });
  await hasFocus(list);
}

test("the focus stays in the list when a member of the team is removed", async () => {
  const { page, stage, comeIn } = journey;
  const { manager, auditor, projectId } = stage;
  const member = { user_id: auditor.id, role: "Reads along" };
  await manager.send("POST", `/api/v1/projects/${projectId}/team`, member);
  await comeIn(manager.email, `/projects/${projectId}?edit=project`);
  const remove = page.getByRole("button", { name: "Remove Audrey Auditor from the team" });
  await pressIn(page.getByRole("list", { name: "Team" }), remove);
});

test("the focus stays in the list when a session is ended", async () => {
  const { page, product, stage, comeIn } = journey;
  const { email } = stage.auditor;
  const browser = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" };
  await product.anonymous.send("POST", "/api/v1/auth/login", { email, password: PASSWORD }, browser);
  await comeIn(email, "/me");
  const list = page.getByRole("list", { name: "Sessions" });
  const row = list.getByRole("listitem").filter({ hasText: "Firefox on Linux" });
  await pressIn(list, row.getByRole("button", { name: "End it" }));
});

test("the focus stays in the list when its last milestone is removed", async () => {
  const { page, stage, comeIn } = journey;
  await comeIn(stage.manager.email, `/projects/${stage.projectId}?edit=milestones`);
  const list = page.getByRole("list", { name: "Milestones" });
  const row = list.getByRole("listitem", { name: "Fieldwork begins" });
  await row.getByRole("button", { name: "Remove…" }).click();
  await pressIn(list, row.getByRole("button", { name: "Remove", exact: true }));
  expect(await list.getByRole("listitem").count()).toBe(1);
});
