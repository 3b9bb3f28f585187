import { beforeEach, describe, expect, test } from "@jest/globals";
import type { Page } from "playwright-core";
import { expectNoSidewaysScroll } from "./support/console.ts";
import { pdfOf, type ConsoleStage } from "./support/console-stage.ts";
import { isShown, setUpJourneys } from "./support/console-visit.ts";
import type { Product } from "./support/product.ts";

const journey = setUpJourneys();
let product: Product;
let stage: ConsoleStage;
let page: Page;
beforeEach(() => void ({ product, stage, page } = journey));

const signIn = (email: string, path?: string): Promise<void> => journey.comeIn(email, path);

describe("without permission", () => {
  test("a customer has no review inbox, even at its URL", async () => {
    await signIn(stage.customer.email);
    const navigation = page.getByRole("navigation", { name: "Main" });
    expect(await navigation.getByRole("link", { name: "Review" }).count()).toBe(0);
    expect(await page.getByRole("heading", { name: "Waiting for your review" }).count()).toBe(0);
    await page.goto("/review");
    expect(await isShown(page.getByText("Page not found"))).toBe(true);
  });

  test("an auditor cannot upload, and does not see a project of another company", async () => {
    await signIn(stage.auditor.email, `/projects/${stage.projectId}/evidence`);
    await page.getByRole("link", { name: "Access review" }).waitFor();
    expect(await page.getByRole("button", { name: "Upload", exact: true }).count()).toBe(0);
    const other = await product.signIn("customer");
    const { data } = await other.send("POST", "/api/v1/projects", { name: "Theirs", framework: "soc2" });
    await page.goto(`/projects/${data.id}`);
    await page.getByRole("heading", { name: "Page not found" }).waitFor();
    expect(await page.getByRole("main").textContent()).toContain("you may not see it");
    expect(await page.getByRole("navigation").getByRole("link", { name: "Findings" }).count()).toBe(0);
  });
});

describe("a project", () => {
  test("explains its score, and each number links to what it counts", async () => {
    await signIn(stage.manager.email);
    await page.getByRole("link", { name: "Example Cloud: SOC 2" }).last().click();
    await page.getByRole("link", { name: "why?" }).click();
    const panel = page.getByRole("dialog", { name: "How the score is computed" });
    await panel.getByRole("link", { name: /CC6\.1/ }).waitFor();
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "detached" });
    await page
      .getByRole("link", { name: /not started$/ })
      .first()
      .click();
    await page.getByRole("heading", { name: "Controls", level: 1 }).waitFor();
    expect(page.url()).toContain("status=not_started");
  });

  test("shows what to do next and what happened", async () => {
    await signIn(stage.manager.email, `/projects/${stage.projectId}`);
    const next = page.getByRole("region", { name: "What to do next" });
    expect(await isShown(next.getByRole("listitem"))).toBe(true);
    const activity = page.getByRole("region", { name: "Activity" });
    expect(await isShown(activity.getByText("Casey Customer uploaded Vendor register"))).toBe(true);
  });
});

describe("controls", () => {
  test("are found, opened beside the list and given an owner, which can be undone", async () => {
    await signIn(stage.manager.email, `/projects/${stage.projectId}/controls`);
    await page.getByRole("searchbox", { name: "Find a control" }).fill("CC6.1");
    await page.waitForURL(/q=CC6\.1/);
    await page
      .getByRole("row", { name: /^CC6\.1/ })
      .getByRole("link")
      .click();
    const panel = page.getByRole("dialog");
    await panel.getByRole("link", { name: "Access review" }).waitFor();
    await panel.getByRole("combobox", { name: "Owner" }).click();
    await page.getByRole("option", { name: "Morgan Manager" }).click();
    await page.getByText("The owner was changed").waitFor();
    await page.getByRole("row", { name: /CC6\.1.*Morgan Manager/ }).waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("row", { name: /CC6\.1.*–/ }).waitFor();
    await page.reload();
    expect(await isShown(panel.getByRole("heading", { name: "Typical evidence" }))).toBe(true);
  });
});

describe("evidence", () => {
  test("is uploaded as several files at once, and followed until it was read", async () => {
    await signIn(stage.customer.email, `/projects/${stage.projectId}/evidence`);
    await page.getByRole("button", { name: "Upload", exact: true }).click();
    await page.getByRole("combobox", { name: "For the control" }).fill("CC8.1");
    await page.getByRole("option", { name: /^CC8\.1/ }).click();
    const names = ["Change log one.pdf", "Change log two.pdf", "Change log three.pdf"];
    const files = await Promise.all(
      names.map(async (name) => ({ name, mimeType: "application/pdf", buffer: await pdfOf(name) })),
    );
    await page.getByLabel("Choose files").first().setInputFiles(files);
    const uploads = page.getByRole("region", { name: "Upload evidence" });
    for (const name of names)
      await uploads
        .getByRole("listitem")
        .filter({ hasText: name })
        .getByText("Read", { exact: true })
        .waitFor();
    expect(await isShown(page.getByRole("cell", { name: /Change log two/ }))).toBe(true);
  });

  test("shows the reason for a refusal", async () => {
    await signIn(stage.customer.email, `/projects/${stage.projectId}/evidence?control=CC8.1`);
    const buffer = Buffer.from("no PDF at all");
    const file = { name: "Not a document.pdf", mimeType: "application/pdf", buffer };
    await page.getByLabel("Choose files").first().setInputFiles(file);
    const row = page.getByRole("listitem").filter({ hasText: "Not a document.pdf" });
    await row.getByText("Refused", { exact: true }).waitFor();
    expect(await row.getByRole("button", { name: "Try again" }).count()).toBe(0);
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoSidewaysScroll(page);
  });
});

describe("findings", () => {
  test("open from the start page, and are started, discussed and resolved with a reason", async () => {
    await signIn(stage.manager.email);
    const mine = page.getByRole("region", { name: "Findings assigned to you" });
    await mine.getByRole("link", { name: "TLS 1.0 on the old host" }).click();
    const panel = page.getByRole("dialog", { name: "TLS 1.0 on the old host" });
    await panel.getByRole("button", { name: "Start" }).click();
    await panel.getByText("In progress").waitFor();
    await panel.getByRole("textbox", { name: "Write a comment" }).fill("The host goes on Thursday.");
    await page.reload();
    const words = panel.getByRole("textbox", { name: "Write a comment" });
    await words.waitFor();
    expect(await words.inputValue()).toBe("The host goes on Thursday.");
    await panel.getByRole("button", { name: "Comment" }).click();
    await panel.getByRole("article").getByText("The host goes on Thursday.").waitFor();
    await panel.getByRole("button", { name: "Resolve…" }).click();
    await panel.getByRole("textbox", { name: "What was done?" }).fill("Switched off");
    await panel.getByRole("button", { name: "Resolve", exact: true }).click();
    await panel.getByText("Because").waitFor();
    await panel.getByText("History").click();
    await panel.getByText("Morgan Manager: In progress → Resolved").waitFor();
    await panel.getByRole("listitem").getByText("Switched off").waitFor();
    const { data } = await stage.customer.get(`/api/findings/${stage.findingId}`);
    expect(data).toMatchObject({ status: "resolved", comments: [{ author: { name: "Morgan Manager" } }] });
  });
});

describe("search", () => {
  test("opens with a key, and links to the passage with the answer", async () => {
    await signIn(stage.manager.email, `/projects/${stage.projectId}`);
    await page.getByRole("heading", { name: "Example Cloud: SOC 2", level: 1 }).waitFor();
    await page.keyboard.press("Control+k");
    await page
      .getByRole("combobox", { name: "Search", exact: true })
      .fill("whose rights went beyond their role?");
    await page
      .getByRole("option", { name: /^Evidence.*Page 1/s })
      .first()
      .click();
    const found = page.locator("mark");
    await found.waitFor();
    expect(await found.textContent()).toContain("Nine accounts held rights beyond their role");
  });

  test("finds evidence from a page without a project, and controls once a project is chosen", async () => {
    await signIn(stage.manager.email, "/settings/api-keys");
    await page.getByRole("heading", { name: "API keys", level: 1 }).waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Search", exact: true }).fill("rights beyond their role");
    await page
      .getByRole("option", { name: /^Evidence.*Example Cloud: SOC 2 · Page 1/s })
      .first()
      .waitFor();
    await page.getByRole("combobox", { name: "Project to search" }).selectOption("Example Cloud: SOC 2");
    await page.getByRole("combobox", { name: "Search", exact: true }).fill("CC6.2");
    await page.getByRole("option", { name: /^Control.*CC6\.2/ }).click();
    expect(await isShown(page.getByRole("dialog", { name: /^CC6\.2/ }))).toBe(true);
  });
});

describe("the review inbox", () => {
  test("has one key for each decision; an approval can be undone, a rejection requires a reason", async () => {
    await signIn(stage.auditor.email, "/review");
    const queue = page.getByRole("list", { name: "Waiting for review" });
    await queue.getByRole("link", { name: /Access review/ }).waitFor();
    await page.getByText("Casey Customer uploaded it, so you may decide").waitFor();
    await page.keyboard.press("a");
    await page.getByText("Approved: Access review").waitFor();
    await queue.getByRole("link", { name: /Access review/ }).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Undo" }).click();
    await queue.getByRole("link", { name: /Access review/ }).waitFor();
    await queue.getByRole("link", { name: /Incident plan/ }).click();
    await page.keyboard.press("r");
    await page.getByRole("textbox", { name: "Why is it rejected?" }).fill("It names no owner");
    await page.reload();
    await page.getByRole("button", { name: /^Reject/ }).click();
    const reason = page.getByRole("textbox", { name: "Why is it rejected?" });
    expect(await reason.inputValue()).toBe("It names no owner");
    await reason.press("Control+Enter");
    await page.getByText("Rejected: Incident plan").waitFor();
    const { data } = await stage.customer.get(`/api/v1/evidence/${stage.evidence.get("Incident plan")}`);
    expect(data).toMatchObject({ status: "rejected", review_note: "It names no owner" });
  });
});
