import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Page } from "playwright-core";
import {
  accessibilityProblems,
  expectNoSidewaysScroll,
  goTo,
  sidewaysScroll,
  untilRendered,
  type Visit,
} from "./support/console.ts";
import { enter, setUpConsole } from "./support/console-visit.ts";
import { consoleScreens, type Screen } from "./support/console-screens.ts";
import { setScreensStage } from "./support/screens-stage.ts";

const PATIENCE_MS = 600_000;
const PHONE = { width: 360, height: 740 };
const DESK = { width: 1_366, height: 860 };
/** Of scripts, before anything is shown. */
const MAX_BYTES = 250_000;
const NOWHERE = "Page not found";
const OF_ADMINISTRATORS = [
  "integrations",
  "Slack",
  "OAuth clients",
  "new OAuth client",
  "identity providers",
  "new provider",
  "system health",
  "failed workflows",
];
const OF_AUDITORS = ["audits", "audit room"];
/** Screens that are not there for a role; every other screen is. */
const MISSING = {
  admin: [...OF_AUDITORS, "nowhere"],
  manager: [...OF_ADMINISTRATORS, ...OF_AUDITORS, "nowhere"],
  auditor: ["new project", "people", ...OF_ADMINISTRATORS, "nowhere"],
  customer: [
    "review",
    "several reviews",
    "people",
    "audit log",
    ...OF_ADMINISTRATORS,
    ...OF_AUDITORS,
    "nowhere",
  ],
} as const;
type Role = keyof typeof MISSING;
const ROLES = Object.keys(MISSING) as Role[];

const staged = setUpConsole(
  { parts: ["worker", "retrieval"], environment: { WEBHOOK_ALLOWED_CIDRS: "127.0.0.0/8" } },
  setScreensStage,
);

test("the first load is small and compressed", async () => {
  const accept = { accept: "text/html", "accept-encoding": "br" };
  const html = await (await staged.product.anonymous.fetch("/", { headers: accept })).text();
  const scripts = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, path]) => path!);
  expect(scripts.length).toBeGreaterThan(1);
  let bytes = 0;
  for (const path of scripts) {
    const answer = await staged.product.anonymous.fetch(path, { headers: accept });
    expect(answer.headers.get("content-encoding")).toBe("br");
    expect(answer.headers.get("content-type")).toContain("javascript");
    expect(answer.headers.get("cache-control")).toContain("immutable");
    bytes += Number(answer.headers.get("content-length"));
  }
  expect(bytes).toBeLessThan(MAX_BYTES);
});

const emailOf = async (role: Role): Promise<string> =>
  role === "admin" ? (await staged.product.signIn("admin")).email : staged.stage[role].email;

const screensFor = (role: Role): Screen[] =>
  consoleScreens(staged.stage).filter(
    ([, , , { isPrivate = false } = {}]) => !isPrivate || role === "manager",
  );

/** Opens an address, and returns whether it is there for this user. */
async function open(visit: Visit, path: string): Promise<boolean> {
  await goTo(visit, path);
  const nowhere = visit.page.getByText(NOWHERE);
  await visit.page.getByRole("heading", { level: 1 }).or(nowhere).first().waitFor();
  await visit.page.getByRole("status", { name: "Loading" }).first().waitFor({ state: "detached" });
  return (await nowhere.count()) === 0;
}

/** Changes the theme, and waits until the colours have. */
async function setTheme(page: Page, colorScheme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor({ state: "attached" });
  await untilRendered(page);
}

/** The accessibility problems of the open screen in both themes and at both widths, and what does not fit a phone. */
async function look({ page }: Visit, name: string): Promise<[string, string[]][]> {
  const onDesk = await accessibilityProblems(page, "all");
  await setTheme(page, "dark");
  // The elements are the same in both themes, the colours at both widths.
  const inDark = await accessibilityProblems(page, "colours");
  await setTheme(page, "light");
  await page.setViewportSize(PHONE);
  const tooWide = await sidewaysScroll(page);
  const onPhone = await accessibilityProblems(page, "all but colours");
  await page.setViewportSize(DESK);
  const looks: [string, string[]][] = [
    [name, onDesk],
    [`${name}, dark`, inDark],
    [`${name}, phone`, [...tooWide, ...onPhone]],
  ];
  return looks.filter(([, problems]) => problems.length > 0);
}

test("the sign-in page is accessible in both themes, and fits a phone", async () => {
  const visit = await staged.browser.visitAgain();
  await visit.page.setViewportSize(DESK);
  await visit.page.goto("/sign-in");
  await visit.page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
  expect(await look(visit, "sign-in")).toEqual([]);
  await visit.close();
});

describe.each(ROLES)("the screens of a role: %s", (role) => {
  let visit: Visit;
  const refused: string[] = [];
  const found = new Map<string, string[]>();
  const notThere: string[] = [];
  const seen = new Set<string>();
  const links = new Map<string, string>();

  /** Other rows of the same kind lead to the same screen. */
  const kindOf = (path: string): string =>
    new URL(path, "http://console").pathname.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ":id");

  async function noteLinks(): Promise<void> {
    const script = `[...document.querySelectorAll("a[href^='/']")].map((link) => link.getAttribute("href"))`;
    for (const link of await visit.page.evaluate<string[]>(script)) links.set(kindOf(link), link);
  }

  async function walk([name, path, text, { by = "manager", open: press }]: Required<Screen>): Promise<void> {
    if (!(await open(visit, path))) notThere.push(name);
    else seen.add(kindOf(path));
    await noteLinks();
    if (by !== role) return;
    await visit.page.getByText(text).first().waitFor();
    await press?.(visit.page);
    for (const [seenAs, problems] of await look(visit, name)) found.set(seenAs, problems);
    // What was pressed would stay for the next screen.
    if (press !== undefined) await visit.page.goto("/");
  }

  beforeAll(async () => {
    visit = await staged.browser.visitAgain();
    const { page } = visit;
    await page.setViewportSize(DESK);
    await enter(visit, await emailOf(role));
    page.on("response", (response) => {
      if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`);
    });
    for (const [name, path, text, conditions = {}] of screensFor(role))
      await walk([name, path, text, conditions]);
  }, PATIENCE_MS);
  afterAll(() => visit.close());

  test("are those that it may see", () => expect(notThere).toEqual(MISSING[role]));
  test("are accessible in both themes, and fit a phone", () => expect([...found]).toEqual([]));
  test(
    "have no dead links",
    async () => {
      const dead: string[] = [];
      for (const [kind, link] of links)
        if (!seen.has(kind) && !/^\/(api|docs|openapi\.json)\b/.test(kind) && !(await open(visit, link)))
          dead.push(link);
      expect(dead).toEqual([]);
    },
    PATIENCE_MS,
  );
  test("ask the API for nothing that the role may not have", () => expect(refused).toEqual([]));
  test("log no errors", () => expect(visit.problems).toEqual([]));
});

test.each(["manager", "admin", "auditor"] as const)(
  "every screen of a %s fits a phone in German",
  async (role) => {
    const visit = await staged.browser.visit({ locale: "de-DE", viewport: PHONE });
    const { page, close, problems } = visit;
    await enter(visit, await emailOf(role));
    await page.getByRole("heading", { name: "Start", level: 1 }).waitFor();
    for (const [, path, , { by = "manager", open: press } = {}] of screensFor(role)) {
      if (by !== role) continue;
      await goTo(visit, path);
      await page.getByRole("heading", { level: 1 }).first().waitFor();
      await page.getByRole("status", { name: "Wird geladen" }).first().waitFor({ state: "detached" });
      await press?.(page);
      await expectNoSidewaysScroll(page);
      if (press !== undefined) await page.goto("/");
    }
    await close();
    expect(problems).toEqual([]);
  },
  PATIENCE_MS,
);
