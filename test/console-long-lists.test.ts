import { expect, test } from "@jest/globals";
import type { Locator } from "playwright-core";
import { Event } from "../domain/events/event.entity.ts";
import { Evidence } from "../domain/evidence/evidence.entity.ts";
import { TeamMember } from "../domain/projects/project.entity.ts";
import { User } from "../domain/users/user.entity.ts";
import { newId } from "../platform/ids.ts";
import { setUpEvidenceJourneys } from "./support/console-visit.ts";
import { waitFor } from "./support/wait-for.ts";

const journey = setUpEvidenceJourneys();

const MINUTE_MS = 60_000;
const at = (n: number): Date => new Date(Date.now() - 100 * MINUTE_MS + n * MINUTE_MS);

/** Rows like an existing one, with other fields. */
async function copyEvidence(id: string, others: readonly Partial<Record<keyof Evidence, unknown>>[]) {
  const em = journey.product.orm.em.fork();
  const { project, control, fileName, fileSize, contentType, format, sha256, uploadedBy, status } =
    await em.findOneOrFail(Evidence, { id });
  const file = { fileName, fileSize, contentType, format, sha256, status };
  const ids = { project: project.id, control: control.id, uploadedBy: uploadedBy.id };
  const rows = others.map((other, n) => ({ ...file, ...ids, uploadedAt: at(n), updatedAt: at(n), ...other }));
  await em.insertMany(Evidence, rows as never[]);
}

/** Events of a resource, the latest last. */
async function addEvents(
  subjectId: string,
  kind: string,
  data: readonly object[],
  project = journey.stage.projectId,
): Promise<void> {
  const about = { kind, project, subjectId, actorId: journey.stage.auditor.id };
  const rows = data.map((each, n) => {
    const occurredAt = at(n);
    return {
      ...about,
      id: newId(),
      data: each,
      occurredAt,
      dispatchedAt: occurredAt,
      publishedAt: occurredAt,
    };
  });
  await journey.product.orm.em.fork().insertMany(Event, rows);
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, n) => n + 1);

/** The last button is pressed by key: once all rows are shown, the list has the focus. */
async function expectRest(
  list: Locator,
  rows: Locator,
  { first, texts }: { first: number; texts: string[] },
) {
  await rows.nth(first - 1).waitFor();
  expect(await rows.count()).toBe(first);
  for (const text of texts) {
    await list.getByRole("button", { name: text, exact: true }).focus();
    await journey.page.keyboard.press("Enter");
  }
  await list.getByRole("button").waitFor({ state: "detached" });
  await list.and(journey.page.locator(":focus")).waitFor();
}

test("the panel of a control shows all its evidence, findings and history, page by page", async () => {
  const { page, stage, comeIn } = journey;
  const { projectId, auditor, evidence } = stage;
  await copyEvidence(
    evidence.get("Access review")!,
    numbers(44).map((n) => ({ id: newId(), title: `Review ${n}` })),
  );
  const { data: control } = await auditor.get(`/api/v1/projects/${projectId}/controls/CC6.1`);
  const finding = { project_id: projectId, control_id: "CC6.1", severity: "Low" };
  for (const n of numbers(21)) await auditor.send("POST", "/api/findings", { ...finding, title: `Gap ${n}` });
  await addEvents(
    control.id,
    "control.updated",
    numbers(22).map(() => ({ changed: ["owner_id"] })),
  );
  await comeIn(auditor.email, `/projects/${projectId}/controls?control=CC6.1`);
  const panel = page.getByRole("dialog");
  const list = (name: string) => panel.getByRole("list", { name });
  const links = list("Evidence").getByRole("link");
  await expectRest(list("Evidence"), links, { first: 20, texts: ["25 more", "5 more"] });
  expect(await links.count()).toBe(45);
  const gaps = list("Findings").getByRole("link");
  await expectRest(list("Findings"), gaps, { first: 20, texts: ["1 more"] });
  expect(await gaps.count()).toBe(21);
  const changes = list("History").getByText(/changed it: owner|Its status changed/);
  await expectRest(list("History"), changes, { first: 20, texts: ["3 older entries"] });
  expect(await changes.count()).toBe(23);
});

test("the history of a finding is complete, page by page", async () => {
  const { page, stage, comeIn } = journey;
  await addEvents(
    stage.findingId,
    "finding.status_changed",
    numbers(40).map((n) => ({ from: "New", to: "Active", reason: `Reason ${n}.` })),
  );
  await comeIn(stage.manager.email, `/projects/${stage.projectId}/findings?finding=${stage.findingId}`);
  await page.getByText("History", { exact: true }).click();
  const list = page.getByRole("list", { name: "History" });
  const reasons = list.getByText(/^Reason \d+\.$/);
  await expectRest(list, reasons, { first: 20, texts: ["21 older entries", "1 older entry"] });
  expect(await reasons.allTextContents()).toEqual(numbers(40).map((n) => `Reason ${41 - n}.`));
});

test("all versions of evidence are listed, page by page", async () => {
  const { page, stage, comeIn } = journey;
  const first = stage.evidence.get("Alarm panel")!;
  const ids = [first, ...numbers(26).map(newId)];
  await copyEvidence(
    first,
    ids.slice(1).map((id, n) => ({ id, title: "Alarm panel", version: n + 2, previous: ids[n] })),
  );
  for (const [n, id] of ids.slice(0, -1).entries())
    await addEvents(id, "evidence.superseded", [{ superseded_by: ids[n + 1] }]);
  await comeIn(stage.customer.email, `/evidence/${ids.at(-1)}`);
  const list = page.getByRole("list", { name: "Versions" });
  const versions = list.getByRole("link", { name: /^Version \d+$/ });
  await expectRest(list, versions, { first: 25, texts: ["2 older versions"] });
  expect(await versions.allTextContents()).toEqual(numbers(27).map((n) => `Version ${28 - n}`));
});

test("a control is given to the last of more people than a page has", async () => {
  const { page, product, stage, comeIn } = journey;
  const em = product.orm.em.fork();
  const users = numbers(99).map((n) => {
    const name = n === 99 ? "Zoe Zimmer" : `Member ${n}`;
    return { id: newId(), email: `member-${n}@example.org`, name, role: "customer", preferences: {} };
  });
  await em.insertMany(
    User,
    users.map((user) => ({ ...user, createdAt: at(0), updatedAt: at(0) })) as never[],
  );
  const about = { project: stage.projectId, role: "member", joinedAt: at(0) };
  await em.insertMany(TeamMember, users.map(({ id: user }) => ({ ...about, user })) as never[]);
  await comeIn(stage.manager.email, `/projects/${stage.projectId}/controls?control=CC7.2`);
  await page.getByRole("dialog").getByRole("combobox", { name: "Owner" }).click();
  await page.getByRole("option", { name: "Zoe Zimmer" }).click();
  await page.getByText("The owner was changed").first().waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("row", { name: /CC7.2/ }).getByText("Zoe Zimmer").waitFor();
});

test("a manager is found beyond the first hundred", async () => {
  const { page, product, comeIn } = journey;
  const users = numbers(101).map((n) => {
    const name = n === 101 ? "Zara Zenith" : `Boss ${n}`;
    return { id: newId(), email: `boss-${n}@example.org`, name, role: "manager", preferences: {} };
  });
  await product.orm.em
    .fork()
    .insertMany(User, users.map((user) => ({ ...user, createdAt: at(0), updatedAt: at(0) })) as never[]);
  const admin = await product.signIn("admin");
  await comeIn(admin.email, "/settings/people?user=new");
  const panel = page.getByRole("dialog");
  await panel.getByLabel("Name").fill("Nora New");
  await panel.getByRole("combobox", { name: "Reports to" }).fill("zenith");
  await page.getByRole("option", { name: /^Zara Zenith/ }).click();
  await panel.getByText("Your unsaved text was kept.").waitFor({ state: "detached" });
  await page.reload();
  await waitFor(
    () => panel.getByRole("combobox", { name: "Reports to" }).inputValue(),
    (text) => text.startsWith("Zara Zenith"),
  );
});

test("the activity of a project is complete, page by page", async () => {
  const { page, stage, comeIn } = journey;
  const { customer } = stage;
  const { data: project } = await customer.send("POST", "/api/v1/projects", {
    name: "Busy",
    framework: "soc2",
  });
  const steps = numbers(45).map((n) => ({ milestone: { name: `Step ${n}` } }));
  await addEvents(project.id, "milestone.created", steps, project.id);
  const { body } = await customer.get(`/api/v1/events?project_id=${project.id}`);
  const { total } = body.data.pagination;
  await comeIn(customer.email, `/projects/${project.id}`);
  const list = page.getByRole("list", { name: "Activity" });
  const texts = [12, 20, 40].map((shown) => `${total - shown} older entries`);
  await expectRest(list, list.getByRole("listitem").filter({ hasNot: page.getByRole("button") }), {
    first: 12,
    texts,
  });
  expect(await list.getByText(/ planned Step \d+$/).count()).toBe(45);
});

test("all evidence from a policy is listed, and approvals count although others were filed often", async () => {
  const { page, stage, comeIn } = journey;
  const { projectId, customer, auditor, evidence } = stage;
  const policy = { project_id: projectId, framework: "soc2", type: "access_control" } as const;
  const generate = async (company: string): Promise<string> =>
    (await customer.send("POST", "/api/v1/ai/generate/policy", { ...policy, company_name: company })).data.id;
  const [once, often] = [await generate("Filed Once"), await generate("Filed Often")];
  const first = evidence.get("Vendor register")!;
  const filed = (policyId: string, title: string) => ({ id: newId(), title, policyId, policyVersion: 1 });
  await copyEvidence(first, [{ ...filed(once, "The approved one"), status: "approved" }]);
  await copyEvidence(
    first,
    numbers(101).map((n) => ({ ...filed(often, `Filing ${n}`), uploadedAt: at(n + 1) })),
  );
  await comeIn(auditor.email, `/projects/${projectId}/policies`);
  const row = page.getByRole("row").filter({ has: page.locator(`a[href*="${once}"]`) });
  await row.getByText("Approved", { exact: true }).waitFor();
  await page.goto(`/policies/${once}`);
  await page.getByRole("region", { name: "Approval" }).getByText("Approved", { exact: true }).waitFor();
  await page.goto(`/policies/${often}`);
  const list = page.getByRole("list", { name: "Evidence from this policy" });
  const links = list.getByRole("link", { name: /^Filing/ });
  await expectRest(list, links, {
    first: 10,
    texts: numbers(10).map((n) => `${101 - n * 10} more`),
  });
  expect(await links.count()).toBe(101);
});
