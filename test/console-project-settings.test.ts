import { expect, test } from "@jest/globals";
import { isShown, setUpDeskJourneys } from "./support/console-visit.ts";
import { waitFor } from "./support/wait-for.ts";

const journey = setUpDeskJourneys();

const projectOf = async (id: string) => (await journey.stage.manager.get(`/api/v1/projects/${id}`)).data;
const newProject = async (name: string, more: object = {}): Promise<string> =>
  (await journey.stage.manager.send("POST", "/api/v1/projects", { name, framework: "soc2", ...more })).data
    .id;

test("a manager adds an auditor to the team with their job, removes them, and undoes it by keyboard", async () => {
  const { page, stage, comeIn } = journey;
  const id = await newProject("With a team");
  await comeIn(stage.manager.email, `/projects/${id}?edit=project`);
  const team = page.getByRole("region", { name: "Team" });
  await team.getByRole("combobox", { name: "Person" }).fill("Audrey");
  await page.getByRole("option", { name: /^Audrey Auditor/ }).click();
  await team.getByLabel("Job in the project").fill("Reads along");
  await team.getByRole("button", { name: "Add to the team" }).click();
  await team.getByRole("button", { name: "Remove Audrey Auditor from the team" }).click();
  await page.getByText("Removed from the team: Audrey Auditor").waitFor();
  await page.keyboard.press("Control+z");
  await team.getByText("Reads along").waitFor();
  const { team_members: members } = await waitFor(
    () => projectOf(id),
    ({ team_members: all }) => all.length === 2,
  );
  expect(members).toContainEqual(expect.objectContaining({ user_id: stage.auditor.id, role: "Reads along" }));
});

test("the scope is reduced with a reason: at once by a manager, and after a confirmation by the customer", async () => {
  const { page, stage, comeIn, beside } = journey;
  const { page: theirs } = await beside(stage.customer.email, `/projects/${stage.projectId}?edit=project`);
  const proposed = theirs.getByRole("region", { name: "Categories in scope" });
  await proposed.getByRole("checkbox", { name: "Privacy" }).uncheck();
  expect(await proposed.getByRole("button", { name: "Change the scope" }).isDisabled()).toBe(true);
  await proposed.getByLabel("Why does the project no longer cover them?").fill("No personal data");
  await proposed.getByRole("button", { name: "Change the scope" }).click();
  await theirs.getByText("The change of the scope is pending confirmation").waitFor();
  await comeIn(stage.manager.email, `/projects/${stage.projectId}`);
  const proposal = page.getByRole("region", { name: "Proposed scope" });
  await proposal.getByText("No personal data").waitFor();
  await proposal.getByRole("button", { name: "Confirm" }).click();
  await page.getByText("Not in scope: Privacy").waitFor();
  expect((await projectOf(stage.projectId)).pending_scope).toBeNull();
});

test("a milestone is renamed and moved", async () => {
  const { page, stage, comeIn } = journey;
  const milestones = [{ name: "Kick-off", due_date: "2030-01-15T09:00:00Z" }];
  const id = await newProject("With a milestone", { milestones });
  await comeIn(stage.manager.email, `/projects/${id}?edit=milestones`);
  const panel = page.getByRole("dialog", { name: "Milestones" });
  const row = panel.getByRole("listitem", { name: "Kick-off" });
  await row.getByRole("button", { name: "Edit" }).click();
  await row.getByLabel("Milestone").fill("First meeting");
  await panel.getByLabel("Due date").first().fill("2030-02-20");
  await panel.getByRole("button", { name: "Save" }).click();
  await panel.getByRole("listitem", { name: "First meeting" }).getByText("20 Feb 2030").waitFor();
  expect((await projectOf(id)).milestones).toMatchObject([
    { name: "First meeting", due_date: expect.stringMatching(/^2030-02-2[01]T/) },
  ]);
});

test("a project is deleted after a confirmation, and its description is on its page until then", async () => {
  const { page, stage, comeIn } = journey;
  const id = await newProject("Started by mistake", { description: "A first try" });
  await comeIn(stage.manager.email, `/projects/${id}?edit=project`);
  expect(await isShown(page.getByRole("main").getByText("A first try"))).toBe(true);
  await page.getByRole("button", { name: "Delete the project…" }).click();
  await page.getByRole("button", { name: "Delete the project", exact: true }).click();
  await page.getByText("Deleted: Started by mistake").waitFor();
  await page.getByRole("heading", { name: "Projects", level: 1 }).waitFor();
  expect((await stage.manager.get(`/api/v1/projects/${id}`)).status).toBe(404);
});

test("archiving is announced as final, and leaves the next period and the deletion", async () => {
  const { page, stage, comeIn } = journey;
  const id = await newProject("Last year");
  await stage.manager.send("PUT", `/api/v1/projects/${id}`, { status: "completed" });
  await comeIn(stage.manager.email, `/projects/${id}?edit=project`);
  const panel = page.getByRole("dialog");
  await panel.getByRole("combobox", { name: "Status" }).click();
  await page.getByRole("option", { name: "Archived" }).click();
  await panel.getByText(/^An archived project cannot be reopened/).waitFor();
  await panel.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("button", { name: "More: next period or deletion" }).click();
  await panel.getByRole("link", { name: "Begin the next period…" }).waitFor();
  await panel.getByRole("button", { name: "Delete the project…" }).click();
  await panel.getByRole("button", { name: "Delete the project", exact: true }).click();
  expect(await isShown(page.getByText("Deleted: Last year"))).toBe(true);
});

test("the next period begins with the scope, owners, due dates and exclusions of the project", async () => {
  const { page, stage, comeIn } = journey;
  const { manager } = stage;
  const period = { period_start: "2026-01-01", period_end: "2026-12-31" };
  const id = await newProject("Cloud: SOC 2, 2026", period);
  const controls = [
    { control_id: "CC6.1", owner_id: manager.id, due_date: "2026-06-30T12:00:00Z" },
    { control_id: "CC6.4", not_applicable: true, justification: "We have no offices" },
  ];
  const sent = await manager.send("PUT", `/api/v1/projects/${id}/controls`, { controls });
  expect(sent.status).toBe(200);
  await comeIn(manager.email, `/projects/${id}?edit=project`);
  await page.getByRole("link", { name: "Begin the next period…" }).click();
  await page.getByRole("heading", { name: "Next period", level: 1 }).waitFor();
  expect(await page.getByLabel("Name").inputValue()).toBe("Cloud: SOC 2, 2027");
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("combobox", { name: "Auditor" }).waitFor();
  await page.getByRole("button", { name: "Next" }).click();
  expect(await page.getByLabel("End of the period").inputValue()).toBe("2027-12-31");
  await page.getByRole("button", { name: "Create the project" }).click();
  await page
    .getByText("The project is there, with the owners, due dates and exclusions of 2 controls")
    .waitFor();
  await page.getByRole("heading", { name: "Cloud: SOC 2, 2027", level: 1 }).waitFor();
  const next = page.url().split("/projects/")[1]!;
  const controlOf = async (number: string) =>
    (await manager.get(`/api/v1/projects/${next}/controls/${number}`)).data;
  const { owner_id: owner, due_date: due } = await controlOf("CC6.1");
  expect([owner, due?.slice(0, 10)]).toEqual([manager.id, "2027-06-30"]);
  expect((await controlOf("CC6.4")).justification).toBe("We have no offices");
});

test("the next period takes nothing of controls that its framework does not have", async () => {
  const { page, stage, comeIn } = journey;
  const { manager } = stage;
  const id = await newProject("Before the change of framework");
  const controls = [{ control_id: "CC6.1", owner_id: manager.id }];
  await manager.send("PUT", `/api/v1/projects/${id}/controls`, { controls });
  await comeIn(manager.email, `/projects/new?from=${id}`);
  await page.getByLabel("Name").fill("After the change of framework");
  await page.getByRole("radio", { name: "ISO/IEC 27001" }).check();
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("combobox", { name: "Auditor" }).waitFor();
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("button", { name: "Create the project" }).click();
  await page.getByRole("heading", { name: "After the change of framework", level: 1 }).waitFor();
  expect(await page.getByText(/^The project is there/).count()).toBe(0);
});

test("controls of someone who left are named, and shown on request", async () => {
  const { page, product, stage, comeIn } = journey;
  const { manager, projectId } = stage;
  const [admin, leaver] = [await product.signIn("admin"), await product.signIn("customer")];
  await admin.send("POST", `/api/v1/projects/${projectId}/team`, {
    user_id: leaver.id,
    role: "operations",
  });
  const controls = [{ control_id: "CC8.1", owner_id: leaver.id }];
  expect((await manager.send("PUT", `/api/v1/projects/${projectId}/controls`, { controls })).status).toBe(
    200,
  );
  expect((await admin.send("DELETE", `/api/v1/users/${leaver.id}`)).status).toBeLessThan(300);
  await comeIn(manager.email, `/projects/${projectId}/controls`);
  await page.getByText(/^1 control belongs to .*, who is no longer in the team/).waitFor();
  await page.getByRole("button", { name: "Show them" }).click();
  expect(await isShown(page.getByText("1 of 61"))).toBe(true);
  await page.goto(`/projects/${projectId}/controls?control=CC8.1`);
  const owner = page.getByRole("dialog").getByRole("combobox", { name: "Owner", disabled: false });
  await owner.waitFor();
  const { data } = await manager.get(`/api/v1/projects/${projectId}/controls/CC8.1`);
  expect(await owner.inputValue()).toBe(data.owner?.name);
  // The administrator who deactivates them sees what needs someone else.
  await comeIn(admin.email, `/settings/people?user=${leaver.id}`);
  const duties = page.getByRole("region", { name: "Responsible for" });
  await duties.getByRole("link", { name: "1 control" }).click();
  await page.getByRole("heading", { name: "Controls of all projects" }).waitFor();
  await page.getByRole("row", { name: /^CC8\.1/ }).waitFor();
});
