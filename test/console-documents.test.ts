import { expect, test } from "@jest/globals";
import { makeDocx } from "../dev/sample-files/make-docx.ts";
import { makePdf } from "../dev/sample-files/make-pdf.ts";
import { EvidenceChunk } from "../domain/evidence/evidence-chunk.entity.ts";
import { isShown, setUpJourneys } from "./support/console-visit.ts";
import { waitFor } from "./support/wait-for.ts";
import { workbookOf } from "./support/workbook-of.ts";

const journey = setUpJourneys();

/** Creates a policy of the project, or its next version. */
async function createPolicy(company: string, by: "customer" | "manager" = "customer") {
  const { stage } = journey;
  const project = { project_id: stage.projectId, framework: "soc2" } as const;
  const policy = { ...project, type: "access_control", company_name: company } as const;
  return (await stage[by].send("POST", "/api/v1/ai/generate/policy", policy)).data;
}

test("a question is answered from the evidence, its source opens, and a missing answer is reported", async () => {
  const { page, stage, comeIn: signIn } = journey;
  await signIn(stage.auditor.email, `/projects/${stage.projectId}/assistant`);
  const question = page.getByRole("textbox", { name: "Your question" });
  await question.fill("How many accounts held rights beyond their role?");
  await question.press("Enter");
  await page.waitForURL(/conversation=/);
  await page.getByRole("list", { name: "Sources" }).waitFor();
  await question.fill("Which recipe for pancakes is used?");
  await question.press("Enter");
  await page.getByText("Not in the evidence", { exact: true }).waitFor();
  await page.reload();
  await page.getByRole("list", { name: "Sources" }).getByRole("link").first().click();
  await page.waitForURL(/\/evidence\/.*passage=/);
  expect(await isShown(page.locator("mark"))).toBe(true);
});

test("a question that is stopped is no failure, and returns to its field to be asked in other words", async () => {
  const { page, stage, comeIn } = journey;
  await comeIn(stage.auditor.email, `/projects/${stage.projectId}/assistant`);
  const chat = "**/api/v1/ai/chat";
  const ended = page.waitForEvent("requestfailed");
  // No answer comes.
  await page.route(chat, () => undefined);
  const question = page.getByRole("textbox", { name: "Your question" });
  await question.fill("How many accounts held rights?");
  await question.press("Enter");
  await page.getByRole("button", { name: "Stop" }).click();
  await ended;
  await page.getByRole("button", { name: "Stop" }).waitFor({ state: "detached" });
  expect(await question.inputValue()).toBe("How many accounts held rights?");
  expect(await page.getByRole("main").getByRole("alert").count()).toBe(0);
  await page.unroute(chat);
  await question.press("Enter");
  expect(await isShown(page.getByRole("list", { name: "Sources" }))).toBe(true);
});

test("a package is built, watched and downloaded", async () => {
  const { page, stage, comeIn: signIn } = journey;
  await signIn(stage.manager.email, `/projects/${stage.projectId}/reports`);
  await page.getByRole("button", { name: "Build: Auditor's package" }).click();
  const download = page.waitForEvent("download");
  await page
    .getByRole("row", { name: /Auditor's package.*Ready/ })
    .getByRole("link", { name: "Download" })
    .click();
  expect((await download).suggestedFilename()).toMatch(/\.zip$/);
  // On paper, all of it can be compared.
  await page.emulateMedia({ media: "print" });
  expect(await isShown(page.getByRole("row").getByText(/^SHA-256 [\da-f]{64}$/))).toBe(true);
});

test("a policy is generated, edited into a new version, and filed as evidence pending review", async () => {
  const { page, stage, comeIn: signIn } = journey;
  await signIn(stage.customer.email, `/projects/${stage.projectId}/policies?open=new`);
  await page.getByRole("combobox", { name: "Type" }).fill("Access");
  await page.getByRole("option").first().click();
  await page.getByLabel("Company").fill("Example Cloud");
  await page.getByRole("button", { name: "Generate", exact: true }).click();
  await page.getByRole("button", { name: "Edit" }).waitFor();
  const policy = page.url();
  await page.goto(`/projects/${stage.projectId}/policies?open=new`);
  await page.getByRole("combobox", { name: "Type" }).fill("Access");
  await page.getByRole("option").first().click();
  await page.getByText(/^The project has this policy already: its version 2 is generated/).waitFor();
  await page.goto(policy);
  await page.getByRole("button", { name: "Edit" }).click();
  const text = page.getByRole("textbox", { name: "Text (Markdown)" });
  await text.fill(`${await text.inputValue()}\n\n## 99. Pets\n\nPets stay at home.`);
  await page.reload();
  await page.getByText("Your unsaved text was kept.").waitFor();
  await page.getByText("The text calls itself version 1, and saving makes version 2.").waitFor();
  await page.getByRole("button", { name: "Update the version, its date and the history" }).click();
  expect(await text.inputValue()).toMatch(
    /\| Version \| 2 \|[^]*\| 2 \| [\d-]{10} \| Casey Customer \| Edited \|/,
  );
  await page.getByRole("button", { name: "Save as a new version" }).click();
  await page.getByRole("heading", { name: "99. Pets" }).waitFor();
  await page.getByRole("link", { name: /^Version 1/ }).click();
  await page.getByText("This is version 1.").waitFor();
  expect(await page.getByRole("heading", { name: "99. Pets" }).count()).toBe(0);
  await page.getByRole("link", { name: "Compare version 2 with version 1" }).click();
  const compared = page.getByRole("region", { name: "Version 1 and version 2" });
  await compared.locator("ins", { hasText: "Pets stay at home." }).waitFor();
  await compared.getByRole("link", { name: "Close the comparison" }).click();
  const approval = page.getByRole("region", { name: "Approval" });
  await approval.getByText("Draft").waitFor();
  await page.getByRole("combobox", { name: "For the control" }).fill("CC6.1");
  await page.getByRole("option", { name: /^CC6\.1/ }).click();
  await page.reload();
  await page.getByRole("button", { name: "Add as evidence" }).click();
  await page.getByText(/^Filed as evidence/).waitFor();
  const filed = page.getByRole("region", { name: "Evidence from this policy" });
  await filed.getByText("To be reviewed").waitFor();
  await approval.getByText("To be reviewed").waitFor();
  const { data } = await stage.manager.get("/api/v1/evidence?tag=policy");
  await stage.manager.send("POST", `/api/v1/evidence/${data.evidence[0]!.id}/review`, {
    decision: "approve",
  });
  await approval.getByText("Approved", { exact: true }).waitFor();
  expect(await approval.innerText()).toMatch(/In force\s+Version 2\s+Approved by\s+Morgan Manager/);
  await filed.getByRole("link", { name: /version 2$/ }).click();
  expect(await isShown(page.getByRole("link", { name: "Logical access controls" }))).toBe(true);
  const about = page.getByRole("region", { name: "About this evidence" });
  await about.getByRole("link", { name: "Version 2 of the policy" }).click();
  await page.getByRole("heading", { name: "99. Pets" }).waitFor();
});

test("readers of a policy are led from a later text, and from a version that does not exist, to the one in force", async () => {
  const { page, stage, comeIn: signIn } = journey;
  const { id } = await createPolicy("In Force");
  const path = `/api/v1/policies/${id}` as const;
  const { data: filed } = await stage.customer.send("POST", `${path}/file-as-evidence`, {
    control_id: "CC6.1",
    format: "pdf",
  });
  const review = `/api/v1/evidence/${filed.id}/review` as const;
  await waitFor(
    () => stage.manager.send("POST", review, { decision: "approve" }),
    ({ status }) => status === 200,
  );
  await stage.customer.send("PUT", path, { content: "# Access\n\n## 99. Pets\n\nPets come to work." });
  await signIn(stage.auditor.email, `/policies/${id}`);
  await page.getByText("Version 2 is not in force.").waitFor();
  await page.getByRole("region", { name: "Approval" }).getByRole("link", { name: "Version 1" }).click();
  await page.getByText("Version 1 is in force.").waitFor();
  expect(await page.getByRole("heading", { name: "99. Pets" }).count()).toBe(0);
  const ofVersion = "**/api/v1/policies/*/versions?version=*";
  await page.route(ofVersion, (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(`/policies/${id}?version=1`);
  await page.getByRole("main").getByRole("alert").getByRole("button", { name: "Try again" }).waitFor();
  await page.unroute(ofVersion);
  await page.goto(`/policies/${id}?version=99`);
  await page.getByText("This policy has no version 99").waitFor();
  await page.getByRole("main").getByRole("link", { name: "Show the latest" }).click();
  await page.getByRole("heading", { name: "99. Pets" }).waitFor();
  await page.getByRole("link", { name: "Show version 1, which is in force" }).click();
  expect(await isShown(page.getByText("Version 1 is in force."))).toBe(true);
});

test("the first of many versions is shown, compared and listed", async () => {
  const { page, stage, comeIn: signIn } = journey;
  const { id } = await createPolicy("Often Changed");
  for (let pet = 2; pet <= 26; pet++)
    await stage.customer.send("PUT", `/api/v1/policies/${id}`, { content: `# Pets\n\n${pet} pets` });
  await signIn(stage.auditor.email, `/policies/${id}?version=1`);
  await page.getByText("This is version 1.").waitFor();
  await page.goto(`/policies/${id}?version=26&compare=1`);
  const compared = page.getByRole("region", { name: "Version 1 and version 26" });
  await compared.getByText("26 pets").waitFor();
  await page.getByRole("button", { name: "Next page" }).click();
  await page.getByRole("link", { name: /^Version 1 / }).waitFor();
});

test("a policy is suggested for the control that it was filed for, once it has a version that is not filed", async () => {
  const { page, stage, comeIn: signIn } = journey;
  const { id } = await createPolicy("Filed Once");
  const path = `/api/v1/policies/${id}` as const;
  const filing = { control_id: "A1.2", format: "pdf" } as const;
  expect((await stage.customer.send("POST", `${path}/file-as-evidence`, filing)).status).toBe(201);
  await signIn(stage.customer.email, `/policies/${id}`);
  await page.getByRole("region", { name: "Evidence from this policy" }).waitFor();
  const control = page.getByRole("combobox", { name: "For the control" });
  expect(await control.inputValue()).toBe("");
  expect(await page.getByRole("button", { name: "Add as evidence" }).isDisabled()).toBe(true);
  await stage.customer.send("PUT", path, { content: "# Access\n\n## 99. Pets\n\nPets come to work." });
  await page.reload();
  await waitFor(
    () => control.inputValue(),
    (text) => text.startsWith("A1.2"),
  );
});

test("the next steps after an answer open the upload for its control, and a policy for it", async () => {
  const { page, stage, comeIn: signIn } = journey;
  await signIn(stage.customer.email, `/projects/${stage.projectId}/assistant`);
  const question = page.getByRole("textbox", { name: "Your question" });
  await question.fill("What is missing for CC3.1?");
  await question.press("Enter");
  const steps = page.getByRole("region", { name: "What to do about CC3.1" });
  await steps.getByRole("link", { name: "Upload evidence for CC3.1" }).click();
  const control = page.getByRole("combobox", { name: "For the control" });
  await waitFor(
    () => control.inputValue(),
    (text) => text.startsWith("CC3.1"),
  );
  await page.goBack();
  await steps.getByRole("link", { name: "Generate a policy for CC3.1" }).click();
  await page.getByLabel("Company").fill("Example Cloud");
  await page.getByRole("button", { name: "Generate", exact: true }).click();
  expect(await isShown(page.getByRole("heading", { name: /CC3\.1/ }))).toBe(true);
  // The next one is for the same company.
  await page.goto(`/projects/${journey.stage.projectId}/policies?open=new`);
  expect(await page.getByLabel("Company").inputValue()).toBe("Example Cloud");
});

const leaversOf = (deadline: string) => [
  "Leavers",
  `The rights of leavers end within ${deadline}.`,
  "The manager signs the list.",
];
const VERSIONED = {
  "Leavers.pdf": (deadline: string) => makePdf({ pages: [leaversOf(deadline)] }),
  "Leavers.docx": (deadline: string) => makeDocx(leaversOf(deadline).map((paragraph) => ({ paragraph }))),
  "Leavers.xlsx": async (deadline: string) => workbookOf(leaversOf(deadline)),
};

test.each(Object.entries(VERSIONED))(
  "two versions of %s are shown side by side, with the changed words",
  async (name, make) => {
    const { page, stage, product, comeIn: signIn } = journey;
    const { customer } = stage;
    const read = async (id: string) =>
      waitFor(
        () => customer.get(`/api/v1/evidence/${id}`),
        ({ data }) => data.chunking_status === "COMPLETED",
      );
    const fields = { project_id: stage.projectId, control_id: "CC6.2", title: name };
    const { data: first } = await customer.upload({ name, bytes: await make("five days") }, fields);
    await read(first.id);
    const path = `/api/v1/evidence/${first.id}/versions` as const;
    const replacement = { name, bytes: await make("one day") };
    const { data: second } = await customer.upload(replacement, {} as never, path);
    await read(second.id);
    await waitFor(
      () => product.orm.em.fork().count(EvidenceChunk, { evidence: first.id }),
      (chunks) => chunks === 0,
    );
    await signIn(stage.manager.email, `/evidence/${second.id}`);
    await page.getByRole("link", { name: "Compare with version 1" }).click();
    const compared = page.getByRole("region", { name: "What changed in the text" });
    await compared.locator("del", { hasText: "five" }).waitFor();
    await compared.locator("ins", { hasText: "one" }).waitFor();
    await compared
      .getByRole("cell", { name: /The manager signs the list/ })
      .first()
      .waitFor();
    await compared.getByRole("link", { name: "Close the comparison" }).click();
    expect(await isShown(page.getByRole("link", { name: "Compare with version 1" }))).toBe(true);
  },
);

test.each([["at once"], ["before the second reloads the page"]])(
  "if two users edit a policy %s, the second sees both texts and decides",
  async (when) => {
    const { page, stage, comeIn: signIn } = journey;
    const { id, version: first } = await createPolicy("Two Editors", "manager");
    await signIn(stage.manager.email, `/policies/${id}?edit=text`);
    const text = page.getByRole("textbox", { name: "Text (Markdown)" });
    await text.fill("# Access\n\nWritten in the browser.");
    await stage.customer.send("PUT", `/api/v1/policies/${id}`, {
      content: "# Access\n\nWritten meanwhile.",
    });
    if (when !== "at once") await page.reload();
    await page.getByRole("button", { name: "Save as a new version" }).click();
    const both = page.getByRole("alert").filter({ hasText: "Someone else has changed this" });
    await both.getByText("Written meanwhile.").waitFor();
    await both.getByText("Written in the browser.").waitFor();
    await both.locator("del", { hasText: "meanwhile" }).waitFor();
    await both.locator("ins", { hasText: "in the browser" }).waitFor();
    await both.getByRole("button", { name: "Use your change" }).click();
    const version = first + 2;
    await page.getByText(`Saved as version ${version}`).waitFor();
    const { data: after } = await stage.manager.get(`/api/v1/policies/${id}`);
    expect(after).toMatchObject({ version, content: "# Access\n\nWritten in the browser." });
  },
);
