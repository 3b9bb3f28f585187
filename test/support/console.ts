import { expect } from "@jest/globals";
import axe from "axe-core";
import { chromium, type Browser, type BrowserContext, type Page } from "playwright-core";
import { ensureConsole } from "../../dev/web/ensure-console.ts";
import { findChromium } from "../../dev/web/find-chromium.ts";
import { whenQuiet } from "../../dev/web/when-quiet.ts";
import { PASSWORD } from "./people.ts";

/** How long a page may take on a busy machine. */
const PATIENCE_MS = 30_000;

export interface Visit {
  page: Page;
  context: BrowserContext;
  /** Problems of the page: errors, policy violations, and requests to other hosts. */
  problems: string[];
  /** Fills in the form of the sign-in page. */
  signIn(email: string, password?: string): Promise<void>;
  /** Waits until the page has had no open request for a moment. */
  quiet(forMs?: number): Promise<void>;
  close(): Promise<void>;
}

export interface ConsoleBrowser {
  visit(options?: Parameters<Browser["newContext"]>[0]): Promise<Visit>;
  close(): Promise<void>;
}

/** The browser itself logs failed calls; tests with failing calls check what the page shows. */
const isOurs = (text: string): boolean => !text.startsWith("Failed to load resource");

function watch(page: Page, origin: string): string[] {
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(`error: ${error.message}`));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type()) && isOurs(message.text()))
      problems.push(`${message.type()}: ${message.text()}`);
  });
  page.on("request", (request) => {
    const { protocol, origin: to } = new URL(request.url());
    if (protocol.startsWith("http") && to !== origin) problems.push(`request to ${request.url()}`);
  });
  return problems;
}

async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel("E-mail address").fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** A real browser with the console of a product. */
export async function openConsole(baseURL: string): Promise<ConsoleBrowser> {
  await ensureConsole(() => undefined);
  const browser = await chromium.launch({
    executablePath: findChromium(),
    // Chromium has no sandbox for root; the pages are ours.
    args: ["--no-sandbox", "--disable-dev-shm-usage"],
  });
  return {
    async visit(options = {}) {
      const context = await browser.newContext({
        baseURL,
        locale: "en-GB",
        reducedMotion: "reduce",
        ...options,
      });
      context.setDefaultTimeout(PATIENCE_MS);
      const page = await context.newPage();
      const problems = watch(page, new URL(baseURL).origin);
      const quiet = whenQuiet(page);
      return {
        page,
        context,
        problems,
        signIn: (email, password) => signIn(page, email, password),
        quiet,
        close: () => context.close(),
      };
    },
    close: () => browser.close(),
  };
}

/** Waits in the page until its router, which TanStack keeps in this variable, shows the current address. */
const ARRIVAL = `new Promise((done) => {
  const look = () => {
    const { status, location: to, resolvedLocation: shown } = __TSR_ROUTER__.state;
    if (status === "idle" && to.pathname === location.pathname && to.href === shown?.href) done();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})`;

/** Goes to an address as a link would, without loading the console again, and waits for its requests. */
export async function goTo({ page, quiet }: Visit, path: string): Promise<void> {
  await page.evaluate(`history.pushState(null, "", ${JSON.stringify(path)})`);
  await page.evaluate(ARRIVAL);
  await quiet(100);
}

/** Rules about colours take most of axe's time, and are the only ones whose result depends on the theme. */
const OF_COLOURS = ["color-contrast", "link-in-text-block"];
const OF_WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const RULES = {
  all: { runOnly: { type: "tag", values: OF_WCAG } },
  colours: { runOnly: { type: "rule", values: OF_COLOURS } },
  "all but colours": {
    runOnly: { type: "tag", values: OF_WCAG },
    rules: Object.fromEntries(OF_COLOURS.map((rule) => [rule, { enabled: false }])),
  },
} as const;

/** axe's findings that violate WCAG 2.2 AA on the current page, as lines. */
export async function accessibilityProblems(
  page: Page,
  rules: keyof typeof RULES = "all",
): Promise<string[]> {
  if (!(await page.evaluate(`"axe" in window`))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate(
    (options) => (globalThis as unknown as { axe: typeof axe }).axe.run(options as unknown as axe.RunOptions),
    RULES[rules],
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${id} (${help}): ${target.join(" ")}: ${failureSummary ?? ""}`,
    ),
  );
}

/** Elements that are wider than the page, so that it scrolls sideways; none if it does not. */
const widerThanPage = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    return [...document.querySelectorAll("body *")]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 0.5)
      .map(({ tagName, className, textContent }) => [tagName, className, textContent.slice(0, 40)].join(" "));
  })()`);

/** Expects no horizontal scrolling. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  expect({ page: new URL(page.url()).pathname, wider: await widerThanPage(page) }).toMatchObject({
    wider: [],
  });
}
