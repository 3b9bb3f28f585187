import { expect, test } from "@jest/globals";
import type { Locator, Page } from "playwright-core";
import { Evidence } from "../domain/evidence/evidence.entity.ts";
import { catalogueOf } from "./support/catalogue.ts";
import { enter, isShown, setUpEvidenceJourneys } from "./support/console-visit.ts";
import { PASSWORD } from "./support/people.ts";

const journey = setUpEvidenceJourneys({
  parts: ["worker"],
  environment: { WEBHOOK_ALLOWED_CIDRS: "127.0.0.0/8" },
});

/** The customer's console in a German browser. */
async function comeInGerman(path: string): Promise<Page> {
  const visit = await journey.open({ locale: "de-DE" });
  await enter(visit, journey.stage.customer.email, path);
  return visit.page;
}

test("a German console says in German what the API says in English, and marks what it has no German for", async () => {
  const { product, stage, open } = journey;
  const { page } = await open({ locale: "de-DE" });
  const submit = page.getByRole("button", { name: "Anmelden", exact: true });
  await page.goto(`/evidence/${stage.evidence.get("Access review")}`);
  await page.getByLabel("E-Mail-Adresse").fill(stage.customer.email);
  await page.getByRole("textbox", { name: "Passwort" }).fill("not the password");
  await submit.click();
  await page.getByText("E-Mail-Adresse oder Passwort ist falsch").waitFor();
  await page.getByRole("textbox", { name: "Passwort" }).fill(PASSWORD);
  await submit.click();
  expect(await isShown(page.getByText(/Zeichen Text wurden gelesen/))).toBe(true);
  expect(await isShown(page.getByText(/Ein Datum liegt im Zeitraum 01\.01\.2026 bis 31\.12\.2026/))).toBe(
    true,
  );
  const evidence = { id: stage.evidence.get("Access review")! };
  const extractionWarnings = ["Pages 2, 3: damaged and not read."];
  await product.orm.em.fork().nativeUpdate(Evidence, evidence, { extractionWarnings });
  await page.reload();
  await page.getByText("Seite 2, 3: beschädigt und nicht gelesen").waitFor();
  await page.getByRole("button", { name: "Bearbeiten" }).click();
  await page.getByLabel("Gültig bis").fill("2020-01-31");
  await page.getByRole("button", { name: "Speichern" }).click();
  await page.getByText("Das Ende der Gültigkeit muss in der Zukunft liegen").waitFor();
  await page.goto(`/projects/${stage.projectId}`);
  const gap = page.getByRole("listitem").filter({ hasText: "Laden Sie Nachweise hoch" }).first();
  await gap.waitFor();
  // The control's title, and the examples.
  expect(await gap.locator("[lang=en]").count()).toBe(2);
  const webhook = { url: "http://127.0.0.1:9999/hook", events: ["*"], active: false };
  const { data } = await stage.customer.send("POST", "/api/v1/webhooks", webhook);
  await page.goto(`/settings/webhooks/${data.id}`);
  await page.getByRole("button", { name: "Test senden" }).click();
  await page.getByText("Der Webhook ist ausgeschaltet: Schalten Sie ihn zuerst ein").waitFor();
});

test("a German console marks the texts of a catalogue with the language that it states, if any", async () => {
  const { product, stage } = journey;
  const admin = await product.signIn("admin");
  const { page, ...visit } = await journey.open({ locale: "de-DE" });
  await enter({ page, ...visit }, stage.customer.email);
  for (const [language, mark] of [
    ["de", null],
    ["fr", "fr"],
    [undefined, null],
  ] as const) {
    const catalogue = catalogueOf({ language });
    const { data } = await admin.send("POST", "/api/v1/compliance/frameworks/import", catalogue);
    const body = { name: `In ${language}`, framework: data.id };
    const { data: project } = await stage.customer.send("POST", "/api/v1/projects", body);
    await page.goto(`/projects/${project.id}/controls?control=hr-2`);
    const title = page.getByRole("dialog").getByText("Title of hr-2");
    await title.waitFor();
    await visit.quiet();
    expect(await title.getAttribute("lang")).toBe(mark);
    expect(await page.getByRole("main").locator("[lang=en]").allTextContents()).toEqual([]);
  }
});

test("a German console says in German why an address was not invited", async () => {
  const admin = await journey.product.signIn("admin");
  const { page, ...visit } = await journey.open({ locale: "de-DE" });
  await enter({ page, ...visit }, admin.email, "/settings/people?invitation=new");
  const panel = page.getByRole("dialog", { name: "Personen einladen" });
  await panel.getByLabel("E-Mail-Adressen").fill(`keine-adresse, ${admin.email}`);
  await panel.getByRole("button", { name: "2 Einladungen senden" }).click();
  await panel.getByText("E-Mail-Adresse: muss eine E-Mail-Adresse sein").waitFor();
  expect(await panel.locator("[lang=en]").count()).toBe(0);
});

test("a German console names the field and the rule of a refused input, and the quality of a policy", async () => {
  const { stage } = journey;
  const page = await comeInGerman("/me");
  await page.getByRole("textbox", { name: "Bisheriges Passwort" }).fill(PASSWORD);
  await page.getByRole("textbox", { name: "Neues Passwort" }).fill("kurz");
  await page.getByRole("button", { name: "Passwort ändern" }).click();
  await page.getByText("Neues Passwort: muss mindestens 12 Zeichen haben").waitFor();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("");
  await page.getByRole("button", { name: "Speichern", exact: true }).click();
  await page.getByText("Name: ist erforderlich").waitFor();
  const { data: policy } = await stage.customer.send("POST", "/api/v1/ai/generate/policy", {
    type: "access_control",
    framework: "soc2",
    company_name: "Example Cloud",
    project_id: stage.projectId,
  });
  await page.goto(`/policies/${policy.id}`);
  expect(await isShown(page.getByText("Kein Abschnitt fehlt"))).toBe(true);
});

test("a German console says in German why rows of an import and whole files are refused", async () => {
  const { stage } = journey;
  const page = await comeInGerman(`/projects/${stage.projectId}/findings?finding=import`);
  const panel = page.getByRole("dialog");
  const choose = (csv: string) =>
    panel
      .getByLabel("Datei wählen")
      .setInputFiles({ name: "Nessus.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
  const preview = panel.getByRole("button", { name: "Vorschau" });
  await panel.getByRole("textbox", { name: "Gemeldet von" }).fill("Nessus");
  await choose("title,severity,control\nOdd,severe,\nLost,low,CC99\n");
  await preview.click();
  await panel.getByText("Schweregrad: ist keine der möglichen Angaben").waitFor();
  await panel.getByText("Kontrolle: „CC99“ gibt es in diesem Projekt nicht").waitFor();
  expect(await panel.locator("[lang=en]").count()).toBe(0);
  await choose("title,host\na,b\n");
  await preview.click();
  await panel.getByText("Der ersten Zeile fehlen diese Spalten: severity. Sie hat: title, host").waitFor();
});

test("a German console marks the English texts of the catalogue", async () => {
  const { stage } = journey;
  const page = await comeInGerman(`/projects/${stage.projectId}/controls?control=CC6.1`);
  const titleIn = (place: Locator) =>
    place.locator("[lang=en]").filter({ hasText: "Logical access controls" });
  const panel = page.getByRole("dialog");
  await titleIn(page.getByRole("row").filter({ hasText: "CC6.1" })).waitFor();
  await titleIn(panel).waitFor();
  expect(await panel.getByRole("listitem").locator("[lang=en]").count()).toBeGreaterThan(0);
  await page.goto(`/projects/${stage.projectId}/controls?view=board`);
  await titleIn(page.getByRole("region", { name: "Kontrollen nach Status" })).waitFor();
  await page.goto(`/projects/${stage.projectId}/evidence`);
  await page.getByRole("button", { name: "Hochladen", exact: true }).click();
  await page.getByPlaceholder("Wählen Sie, was die Dateien belegen").click();
  await titleIn(page.getByRole("option").filter({ hasText: "CC6.1" })).waitFor();
  const visit = await journey.open({ locale: "de-DE" });
  await enter(visit, stage.manager.email, `/review?evidence=${stage.evidence.get("Access review")}`);
  await titleIn(visit.page.getByRole("main")).waitFor();
});

const IS_CUT_OFF = `[...document.querySelectorAll("main table")]
  .some(({ parentElement: at }) => at.scrollWidth > at.clientWidth)`;

test("no table of a German console is cut off on a phone", async () => {
  const { stage, product, open } = journey;
  const admin = await product.signIn("admin");
  const project = `/projects/${stage.projectId}`;
  await admin.send("PUT", `/api/v1${project}`, { status: "in_audit" });
  const visit = await open({ locale: "de-DE", viewport: { width: 360, height: 740 } });
  const { page } = visit;
  const cutOff: string[] = [];
  for (const [email, paths] of [
    [stage.auditor.email, ["/audits", "/projects"]],
    [stage.manager.email, [`${project}/controls`, `${project}/evidence`]],
    [admin.email, ["/settings/people", "/settings/system", "/settings/audit-log"]],
  ] as const) {
    await enter(visit, email);
    for (const path of paths) {
      await page.goto(path);
      await page.locator("main tbody tr").first().waitFor();
      const isCutOff = await page.evaluate<boolean>(IS_CUT_OFF);
      if (isCutOff) cutOff.push(path);
    }
  }
  expect(cutOff).toEqual([]);
});
