import { expect, test } from "@jest/globals";
import type { Locator, Page } from "playwright-core";
import { Session } from "../domain/identity/session.entity.ts";
import { pdfOf } from "./support/console-stage.ts";
import { isShown, setUpEvidenceJourneys } from "./support/console-visit.ts";
import { waitFor } from "./support/wait-for.ts";

const PATIENCE_MS = 180_000;
/** The API looks at the credentials of idle streams every 15 seconds. */
const SESSION_END_MS = 60_000;
const STREAM = "**/api/v1/events/stream*";
const journey = setUpEvidenceJourneys({ parts: ["worker"] });

const bellOf = (page: Page): Locator =>
  page.getByRole("navigation", { name: "Main" }).getByRole("button", { name: /^Notifications/ });

const raise = async (title: string, severity = "Low"): Promise<void> => {
  const { auditor, projectId } = journey.stage;
  const body = { project_id: projectId, title, severity };
  expect((await auditor.send("POST", "/api/findings", body)).status).toBe(201);
};

test(
  "an approval appears to other users without a reload, and no one decides on the next file by mistake",
  async () => {
    const { page, stage, comeIn, beside } = journey;
    const { page: theirs } = await beside(stage.manager.email, "/review");
    const { page: uploader } = await beside(stage.customer.email, `/projects/${stage.projectId}/evidence`);
    const row = uploader.getByRole("row", { name: /Access review/ });
    await row.getByText("To be reviewed").waitFor();
    const bell = bellOf(uploader);
    const unread = await bell.getAttribute("aria-label");
    await theirs
      .getByRole("link", { name: /Access review/, exact: false })
      .first()
      .click();
    await theirs.getByText("Casey Customer uploaded it, so you may decide").waitFor();
    await comeIn(stage.auditor.email, `/review?evidence=${stage.evidence.get("Access review")}`);
    await page.getByText("Casey Customer uploaded it, so you may decide").waitFor();
    await page.keyboard.press("a");
    await page.getByText("Approved: Access review").waitFor();
    await row.getByText("Approved").waitFor();
    await waitFor(
      () => bell.getAttribute("aria-label"),
      (label) => label !== unread,
    );
    await theirs.getByText("Someone else has decided on Access review").waitFor();
    await theirs.keyboard.press("a");
    await theirs.getByRole("button", { name: "Next" }).click();
    await theirs.getByRole("button", { name: /^Approve/ }).waitFor();
    const { data } = await stage.manager.get("/api/v1/evidence?status=approved");
    expect(data.evidence).toHaveLength(1);
  },
  PATIENCE_MS,
);

test("the page of a project that someone else deletes shows it without a reload", async () => {
  const { page, stage, comeIn } = journey;
  const { manager, customer } = stage;
  const body = { name: "Short-lived", framework: "soc2", customer_id: customer.id };
  const { data } = await manager.send("POST", "/api/v1/projects", body);
  await comeIn(customer.email, `/projects/${data.id}/evidence`);
  await page.getByRole("heading", { name: "Evidence", level: 1 }).waitFor();
  expect((await manager.send("DELETE", `/api/v1/projects/${data.id}`)).status).toBe(202);
  expect(await isShown(page.getByRole("heading", { name: "Page not found" }))).toBe(true);
});

test("an upload names the evidence with the same bytes, and a page of evidence that is deleted does not stay", async () => {
  const { page, stage, comeIn, beside } = journey;
  const { customer, projectId } = stage;
  const buffer = await pdfOf("Leavers lose their access on their last day.");
  await comeIn(customer.email, `/projects/${projectId}/evidence?control=CC6.2`);
  const uploads = page.getByRole("region", { name: "Upload evidence" });
  const file = (name: string) => ({ name, mimeType: "application/pdf", buffer });
  const choose = page.getByLabel("Choose files").first();
  await choose.setInputFiles([file("Leavers.pdf")]);
  await uploads.getByText("Read", { exact: true }).waitFor();
  await choose.setInputFiles([file("Leavers again.pdf")]);
  const second = uploads.getByRole("listitem").filter({ hasText: "Leavers again.pdf" });
  await second.getByText("Same content as Leavers").waitFor();
  const path = (await second.getByRole("link").first().getAttribute("href"))!;
  const { page: theirs } = await beside(customer.email, path);
  await theirs.getByRole("heading", { name: "Leavers again", level: 1 }).waitFor();
  expect((await customer.send("DELETE", `/api/v1${path}`)).status).toBeLessThan(300);
  expect(await isShown(theirs.getByRole("heading", { name: "Page not found" }))).toBe(true);
});

test("what happens between the first look at the data and the begin of the stream appears anyway", async () => {
  const { page, stage, comeIn } = journey;
  const opening = Promise.withResolvers<void>();
  await page.route(STREAM, async (route) => {
    await opening.promise;
    await route.continue();
  });
  await comeIn(stage.manager.email, `/projects/${stage.projectId}/findings`);
  await page.getByRole("heading", { name: "Findings", level: 1 }).waitFor();
  await raise("Raised while the page opened");
  expect(await page.getByText("Raised while the page opened").count()).toBe(0);
  opening.resolve();
  expect(await isShown(page.getByText("Raised while the page opened"))).toBe(true);
});

test(
  "the windows of a browser share one stream, and another window continues it",
  async () => {
    const { visit, page, stage, comeIn } = journey;
    const streams: string[] = [];
    visit.context.on("request", (request) => {
      if (request.url().includes("/events/stream")) streams.push(request.url());
    });
    const path = `/projects/${stage.projectId}/findings`;
    await comeIn(stage.manager.email, path);
    await waitFor(
      async () => streams.length,
      (count) => count === 1,
    );
    const second = await visit.context.newPage();
    await second.goto(path);
    await second.getByRole("link", { name: "TLS 1.0 on the old host" }).waitFor();
    await raise("Seen in both windows");
    for (const one of [page, second]) await one.getByRole("link", { name: "Seen in both windows" }).waitFor();
    expect(streams).toHaveLength(1);
    await page.close();
    await waitFor(
      async () => streams.length,
      (count) => count === 2,
    );
    await raise("Seen in the second window");
    expect(await isShown(second.getByRole("link", { name: "Seen in the second window" }))).toBe(true);
  },
  PATIENCE_MS,
);

test(
  "polls for notifications while the stream is down, and fetches missed changes once it is back",
  async () => {
    const { page, visit, stage, comeIn } = journey;
    await visit.context.route(STREAM, (route) => route.abort());
    await comeIn(stage.manager.email, `/projects/${stage.projectId}/findings`);
    const bell = bellOf(page);
    const before = await bell.getAttribute("aria-label");
    await raise("Raised while the stream is down", "Critical");
    await waitFor(
      () => bell.getAttribute("aria-label"),
      (label) => label !== before,
    );
    const finding = page.getByRole("link", { name: "Raised while the stream is down" });
    expect(await finding.count()).toBe(0);
    await visit.context.unroute(STREAM);
    expect(await isShown(finding)).toBe(true);
  },
  PATIENCE_MS,
);

/** Makes the streams that are open at the moment silent, as a connection that was cut unnoticed. */
const CUT_UNNOTICED = `
  const open = [];
  const OfBrowser = EventSource;
  window.EventSource = class extends OfBrowser {
    isCut = false;
    constructor(url) { super(url); open.push(this); }
    addEventListener(kind, listener) {
      super.addEventListener(kind, (event) => { if (!this.isCut) listener(event); });
    }
  };
  window.cutStreams = () => open.forEach((stream) => { stream.isCut = true; });
`;

test(
  "a stream that is silent after the sleep of a laptop is opened again, with what was missed",
  async () => {
    const { page, stage, comeIn } = journey;
    await page.addInitScript(CUT_UNNOTICED);
    await page.clock.install();
    await comeIn(stage.manager.email, `/projects/${stage.projectId}/findings`);
    await raise("Raised before the sleep");
    await page.getByRole("link", { name: "Raised before the sleep" }).waitFor();
    await page.evaluate("cutStreams()");
    await raise("Raised during the sleep");
    const opened = page.waitForRequest(STREAM);
    await page.clock.fastForward("01:00");
    await opened;
    await page.getByRole("link", { name: "Raised during the sleep" }).waitFor();
    await raise("Raised after the sleep");
    expect(await isShown(page.getByRole("link", { name: "Raised after the sleep" }))).toBe(true);
  },
  PATIENCE_MS,
);

test(
  "a session that ends elsewhere leads to the sign-in page automatically",
  async () => {
    const { page, product, stage, comeIn } = journey;
    await comeIn(stage.manager.email, "/projects");
    await page.getByRole("row", { name: /Example Cloud: SOC 2/ }).waitFor();
    await product.orm.em.fork().nativeUpdate(Session, { user: stage.manager.id }, { revokedAt: new Date() });
    await page.getByRole("heading", { name: "Sign in" }).waitFor({ timeout: SESSION_END_MS });
    expect(new URL(page.url()).searchParams.get("to")).toBe("/projects");
  },
  PATIENCE_MS,
);
