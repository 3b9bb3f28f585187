import { beforeAll, expect, test } from "@jest/globals";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pdfOf } from "./support/console-stage.ts";
import { isShown, setUpDeskJourneys } from "./support/console-visit.ts";
import { waitFor } from "./support/wait-for.ts";
import { makeTestFolder } from "./support/make-test-folder.ts";

const UPLOADS_MS = 100_000;

const journey = setUpDeskJourneys();
const folder = await makeTestFolder();

beforeAll(async () => {
  await mkdir(join(folder, "Reviews", "2026"), { recursive: true });
  for (const name of ["Joiners.pdf", "Reviews/Leavers.pdf", "Reviews/2026/Movers.pdf"])
    await writeFile(join(folder, name), await pdfOf(name));
  await writeFile(join(folder, "Notes.txt"), "The firewall is reviewed every month.");
  await writeFile(join(folder, "Reviews", ".DS_Store"), "of the operating system");
});

const AT = { x: 640, y: 320 };

/** Drops files and folders of the file system on the middle of the window, as a person does. */
async function drop(...names: string[]): Promise<void> {
  const { page, visit } = journey;
  const browser = await visit.context.newCDPSession(page);
  const data = { items: [], files: names.map((name) => join(folder, name)), dragOperationsMask: 1 };
  const send = (type: "dragEnter" | "dragOver" | "drop") =>
    browser.send("Input.dispatchDragEvent", { type, ...AT, data });
  await send("dragEnter");
  // A hand that holds something sends this all the time.
  await waitFor(
    async () => {
      await send("dragOver");
      return page.getByText("Drop files or folders to upload them as evidence").isVisible();
    },
    (isVisible) => isVisible,
  );
  // Whatever is below the files now has to accept them first, also if it has just been loaded.
  for (let moves = 0; moves < 3; moves++) {
    await send("dragOver");
    await page.evaluate("new Promise(requestAnimationFrame)");
  }
  await send("drop");
}

const titles = async (): Promise<string[]> => {
  const { stage } = journey;
  const { data } = await stage.customer.get(
    `/api/v1/evidence?project_id=${stage.projectId}&sort=title&order=asc`,
  );
  return data.evidence.map(({ title }: { title: string }) => title);
};

test("a folder dropped on the start page asks for its project and control, and comes with its folders", async () => {
  const { page, stage, comeIn } = journey;
  await comeIn(stage.customer.email);
  await page.getByRole("heading", { name: "Home", level: 1 }).waitFor();
  await drop("Joiners.pdf", "Reviews");
  const question = page.getByRole("dialog", { name: "Upload evidence" });
  await question.getByText("Which project are these 3 files evidence for?").waitFor();
  await question.getByRole("button", { name: "Example Cloud: SOC 2" }).click();
  await page.getByText("3 files wait for their control:").waitFor();
  await page.getByRole("combobox", { name: "For the control" }).fill("CC6.2");
  await page.getByRole("option", { name: /^CC6\.2/ }).click();
  await page.getByRole("region", { name: "Upload evidence" }).getByRole("link").nth(2).waitFor();
  expect(await titles()).toEqual(["Joiners", "Leavers", "Movers"]);
});

test("files named after their controls are uploaded for these in one step", async () => {
  const { page, stage, comeIn } = journey;
  await writeFile(join(folder, "CC7.1 scan.pdf"), await pdfOf("Scan"));
  await writeFile(join(folder, "cc7.2_alerts.pdf"), await pdfOf("Alerts"));
  await comeIn(stage.customer.email, `/projects/${stage.projectId}/evidence`);
  await page.getByRole("heading", { name: "Evidence", level: 1 }).waitFor();
  await drop("CC7.1 scan.pdf", "cc7.2_alerts.pdf");
  await page.getByRole("button", { name: "Upload 2 files for the controls in their names" }).click();
  const uploads = page.getByRole("region", { name: "Upload evidence" });
  await uploads.getByRole("link").nth(1).waitFor();
  for (const control of ["CC7.1", "CC7.2"])
    expect(await isShown(uploads.getByText(control, { exact: true }))).toBe(true);
});

test("files dropped beside an open control are uploaded for this control at once", async () => {
  const { page, stage, comeIn } = journey;
  await comeIn(stage.manager.email, `/projects/${stage.projectId}/controls?control=CC6.3`);
  await page.getByRole("dialog", { name: /^CC6\.3/ }).waitFor();
  await drop("Reviews/Leavers.pdf");
  const uploads = page.getByRole("region", { name: "Upload evidence" });
  await uploads.getByRole("link", { name: "Leavers.pdf" }).waitFor();
  expect(await isShown(uploads.getByText("CC6.3", { exact: true }))).toBe(true);
});

test("each waiting file can get its own control, or be removed, and a refused one is not tried again", async () => {
  const { page, stage, comeIn } = journey;
  await comeIn(stage.manager.email, `/projects/${stage.projectId}/evidence`);
  await drop("Joiners.pdf", "Reviews", "Notes.txt");
  const uploads = page.getByRole("region", { name: "Upload evidence" });
  await uploads.getByText("4 files wait for their control:").waitFor();
  await uploads.getByRole("button", { name: "Remove Leavers.pdf" }).click();
  for (const [name, control] of [
    ["Joiners.pdf", "CC6.2"],
    ["Movers.pdf", "CC6.3"],
    ["Notes.txt", "CC6.3"],
  ] as const) {
    await uploads.getByRole("combobox", { name: `Control of ${name}` }).fill(control);
    await page.getByRole("option", { name: control }).click();
  }
  for (const control of ["CC6.2", "CC6.3"])
    await uploads.getByRole("listitem").filter({ hasText: control }).getByRole("link").waitFor();
  const refused = uploads.getByRole("listitem").filter({ hasText: "Notes.txt" });
  await refused.getByText("Files of the kind .txt are not accepted").waitFor();
  expect(await refused.getByRole("button", { name: "Try again" }).count()).toBe(0);
  await uploads.getByText(/^1 of \d files? (was|were) refused$/).waitFor();
  await refused.getByRole("button", { name: "Remove Notes.txt" }).click();
  await refused.waitFor({ state: "detached" });
});

test("files that the service had no room for count as not refused, and are sent again together", async () => {
  const { page, stage, comeIn } = journey;
  await comeIn(stage.customer.email, `/projects/${stage.projectId}/evidence?control=CC6.2`);
  const error = { code: "SERVICE_UNAVAILABLE", message: "Too many uploads are in progress", details: {} };
  const uploads = page.getByRole("region", { name: "Upload evidence" });
  await page.route("**/api/v1/evidence", (route) =>
    route.request().method() === "POST" ? route.fulfill({ status: 503, json: { error } }) : route.continue(),
  );
  const files = ["Joiners.pdf", "Notes.txt"].map((name) => join(folder, name));
  await page.getByLabel("Choose files").first().setInputFiles(files);
  await uploads.getByText("2 of 2 files did not arrive").waitFor();
  expect(await uploads.getByText(/refused/i).count()).toBe(0);
  await page.unroute("**/api/v1/evidence");
  await uploads.getByRole("button", { name: "Upload 2 files again" }).click();
  await uploads.getByRole("link", { name: "Joiners.pdf" }).waitFor();
  expect(await isShown(uploads.getByText("1 of 2 files were refused"))).toBe(true);
});

test("an upload continues while its user looks at another page", async () => {
  const { page, stage, comeIn } = journey;
  const sent = Promise.withResolvers<void>();
  await page.route("**/api/v1/evidence", async (route) => {
    await sent.promise;
    await route.continue();
  });
  await comeIn(stage.customer.email, `/projects/${stage.projectId}/evidence?control=CC6.2`);
  await page.getByLabel("Choose files").first().setInputFiles(join(folder, "Joiners.pdf"));
  const uploads = page.getByRole("region", { name: "Upload evidence" });
  await uploads.getByText("Joiners.pdf").waitFor();
  const navigation = page.getByRole("navigation", { name: "Main" });
  await navigation.getByRole("link", { name: "Findings" }).click();
  await page.getByRole("heading", { name: "Findings", level: 1 }).waitFor();
  const arrived = page.waitForResponse((answer) => answer.request().method() === "POST");
  sent.resolve();
  expect((await arrived).status()).toBe(201);
  await navigation.getByRole("link", { name: "Evidence" }).click();
  expect(await isShown(uploads.getByRole("link", { name: "Joiners.pdf" }))).toBe(true);
});

test("files that are dropped while the service does not answer are not lost without a word", async () => {
  const { page, stage, comeIn } = journey;
  await page.route("**/api/v1/auth/permissions?project_id=**", (route) => route.abort());
  await comeIn(stage.customer.email, `/projects/${stage.projectId}/evidence`);
  await page.getByRole("heading", { name: "Evidence", level: 1 }).waitFor();
  await drop("Joiners.pdf");
  await page.getByRole("status").getByText("The service cannot be reached").waitFor();
});

test("files that an auditor drops are not uploaded, and the page stays", async () => {
  const { page, stage, comeIn } = journey;
  await comeIn(stage.auditor.email, `/projects/${stage.projectId}`);
  const before = await titles();
  await drop("Joiners.pdf");
  await page.getByText("You cannot add evidence to this project").waitFor();
  expect(page.url()).toContain(`/projects/${stage.projectId}`);
  expect(await titles()).toEqual(before);
});

test("files that wait for their control are missed before a reload, and named after it", async () => {
  const { page, stage, comeIn } = journey;
  await comeIn(stage.customer.email, `/projects/${stage.projectId}/evidence`);
  await drop("Joiners.pdf");
  await page.getByText("1 file waits for its control:").waitFor();
  const question = page.waitForEvent("dialog");
  const [dialog] = await Promise.all([question, page.reload(), question.then((one) => one.accept())]);
  expect(dialog.type()).toBe("beforeunload");
  await page.getByText("1 file was waiting when you left this page. Choose it again:").waitFor();
  const lost = page.getByRole("status").filter({ hasText: "was waiting" });
  await lost.getByText("Joiners.pdf").waitFor();
  await page.getByRole("button", { name: "Dismiss" }).click();
  await page.getByText(/was waiting/).waitFor({ state: "detached" });
  await page.reload();
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  await page.getByRole("combobox", { name: "For the control" }).waitFor();
  expect(await page.getByText(/was waiting/).count()).toBe(0);
});

test("a file whose connection was lost is sent again by itself, and stored once even if it had arrived", async () => {
  const { page, visit, stage, comeIn } = journey;
  await writeFile(join(folder, "Arrived.pdf"), await pdfOf("Arrived"));
  await comeIn(stage.customer.email, `/projects/${stage.projectId}/evidence?control=CC6.2`);
  const browser = await visit.context.newCDPSession(page);
  const patterns = [{ urlPattern: "*/api/v1/evidence", requestStage: "Response" as const }];
  await browser.send("Fetch.enable", { patterns });
  let answers = 0;
  browser.on("Fetch.requestPaused", ({ requestId }) => {
    const isFirst = answers++ === 0;
    if (isFirst) void browser.send("Fetch.failRequest", { requestId, errorReason: "ConnectionReset" });
    else void browser.send("Fetch.continueRequest", { requestId });
  });
  await page.getByLabel("Choose files").first().setInputFiles(join(folder, "Arrived.pdf"));
  const uploads = page.getByRole("region", { name: "Upload evidence" });
  await uploads.getByText("Waiting for the connection").waitFor();
  await uploads.getByRole("link", { name: "Arrived.pdf" }).waitFor();
  expect((await titles()).filter((title) => title === "Arrived")).toHaveLength(1);
  expect(answers).toBe(2);
});

test("many files that are dropped at once share a progress bar, which stays while their list is closed", async () => {
  const { page, stage, comeIn } = journey;
  const names = Array.from({ length: 30 }, (_, index) => `Dropped ${index + 1}.pdf`);
  for (const name of names) await writeFile(join(folder, name), await pdfOf(name));
  await comeIn(stage.customer.email, `/projects/${stage.projectId}/evidence?control=CC8.1`);
  await page.getByText("Drop files or folders on any screen").waitFor();
  await drop(...names, "Notes.txt");
  const uploads = page.getByRole("region", { name: "Upload evidence" });
  const bar = page.getByRole("progressbar", { name: "Upload progress" });
  await bar.waitFor();
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  await uploads.waitFor({ state: "detached" });
  await page.getByText("30 of 31 files uploaded, 1 failed").waitFor({ timeout: UPLOADS_MS });
  expect(await bar.getAttribute("aria-valuenow")).toBe("100");
  const { data } = await stage.customer.get(
    `/api/v1/evidence?project_id=${stage.projectId}&search=Dropped&limit=50`,
  );
  expect(data.evidence).toHaveLength(30);
});
