import { expect } from "@jest/globals";
import axe from "axe-core";
import { chromium, type BrowserContext, type BrowserContextOptions, type Page } from "playwright-core";
import { ensureConsole } from "../../dev/web/ensure-console.ts";
import { findChromium } from "../../dev/web/find-chromium.ts";
import { whenQuiet } from "../../dev/web/when-quiet.ts";
import { PASSWORD } from "./people.ts";

/** How long a page may take on a busy machine. */
const PATIENCE_MS = 30_000;
const FLAGS = [
  // Chromium has no sandbox for root; the pages are ours.
  "--no-sandbox",
  "--disable-dev-shm-usage",
  // The windows of a context share a process, which has compiled the console.
  "--renderer-process-limit=1",
];

export interface Visit {
  page: Page;
  context: BrowserContext;
  /** Problems of the page: errors, policy violations, and requests to other hosts. */
  problems: string[];
  /** Fills in the form of the sign-in page. */
  signIn(email: string, password?: string): Promise<void>;
  /** Starts a session as that form does, but without a page. */
  startSession(email: string): Promise<void>;
  /** Waits until the page has had no open request for a moment. */
  quiet(forMs?: number): Promise<void>;
  close(): Promise<void>;
}

export interface ConsoleBrowser {
  visit(options?: BrowserContextOptions): Promise<Visit>;
  /**
   * A visit in the context of an ended one, whose cache has the console: half of a visit's processor time is for
   * loading and compiling it.
   */
  visitAgain(): Promise<Visit>;
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

async function startSession({ request }: BrowserContext, origin: string, email: string): Promise<void> {
  await request.post("/api/v1/auth/session", {
    data: { email, password: PASSWORD },
    headers: { "x-console": "1", origin, "sec-fetch-site": "same-origin" },
    failOnStatusCode: true,
  });
}

/** Closes the windows of a visit, and leaves nothing of it but the cache. */
async function clear(context: BrowserContext, origin: string): Promise<void> {
  for (const page of context.pages()) {
    if (page.url().startsWith(origin)) await page.evaluate("localStorage.clear()");
    await page.close();
  }
  await context.clearCookies();
  await context.unrouteAll();
  await context.setOffline(false);
}

/** A real browser with the console of a product. */
export async function openConsole(baseURL: string): Promise<ConsoleBrowser> {
  await ensureConsole(() => undefined);
  const browser = await chromium.launch({ executablePath: findChromium(), args: FLAGS });
  const { origin } = new URL(baseURL);
  /** Contexts of ended visits. */
  const free: BrowserContext[] = [];

  async function openContext(options: BrowserContextOptions = {}): Promise<BrowserContext> {
    const context = await browser.newContext({
      baseURL,
      locale: "en-GB",
      reducedMotion: "reduce",
      ...options,
    });
    context.setDefaultTimeout(PATIENCE_MS);
    return context;
  }

  async function visitIn(context: BrowserContext, close: Visit["close"]): Promise<Visit> {
    const page = await context.newPage();
    return {
      page,
      context,
      problems: watch(page, origin),
      signIn: (email, password) => signIn(page, email, password),
      startSession: (email) => startSession(context, origin, email),
      quiet: whenQuiet(page),
      close,
    };
  }

  return {
    async visit(options) {
      const context = await openContext(options);
      return visitIn(context, () => context.close());
    },
    async visitAgain() {
      const context = free.pop() ?? (await openContext());
      return visitIn(context, async () => {
        await clear(context, origin);
        free.push(context);
      });
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

/**
 * Waits until the page has rendered the latest change: until then, transitions have the colours of before, and observers
 * of sizes have not been notified. Animations that never end, such as those of placeholders, are not awaited, nor are
 * those that scrolling drives.
 */
export const untilRendered = (page: Page): Promise<void> =>
  page.evaluate<void>(
    `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
       .then(() => Promise.allSettled(document.getAnimations()
         .filter(({ timeline }) => timeline === document.timeline)
         .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
         .map(({ finished }) => finished)))
       .then(() => undefined)`,
  );

type RuleSet = keyof typeof RULES;

async function violationsOn(page: Page, rules: RuleSet): Promise<string[]> {
  await untilRendered(page);
  if (!(await page.evaluate(`"axe" in window`))) await page.evaluate(axe.source);
  // The elements that pass would be most of the result.
  const violations = await page.evaluate(async (options) => {
    const { axe: ofPage } = globalThis as unknown as { axe: typeof axe };
    return (await ofPage.run({ ...options, resultTypes: ["violations"] } as unknown as axe.RunOptions))
      .violations;
  }, RULES[rules]);
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ target, html, failureSummary }) =>
        `${id} (${help}): ${target.join(" ")}: ${html}: ${failureSummary ?? ""}`,
    ),
  );
}

/** Says of each line whether a second look finds it as well: a passing state is another fault than a lasting one. */
async function lookAgain(lines: string[], look: () => Promise<string[]>): Promise<string[]> {
  if (lines.length === 0) return [];
  const lasting = new Set(await look());
  return lines.map((line) => `${line} ${lasting.has(line) ? "(lasting)" : "(gone at a second look)"}`);
}

/** axe's findings that violate WCAG 2.2 AA on the current page, as lines. */
export async function accessibilityProblems(page: Page, rules: RuleSet = "all"): Promise<string[]> {
  return lookAgain(await violationsOn(page, rules), () => violationsOn(page, rules));
}

/** Elements that are wider than the page, so that it scrolls sideways; none if it does not. */
async function widerThanPage(page: Page): Promise<string[]> {
  await untilRendered(page);
  return page.evaluate<string[]>(`(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const wide = [...document.querySelectorAll("body *")]
      .map((element) => [element, element.getBoundingClientRect().right])
      .filter(([, right]) => right > clientWidth + 0.5)
      .map(([{ tagName, className, textContent }, right]) =>
        [tagName, className, textContent.slice(0, 40), "ends at " + right].join(" "));
    return ["scrolls to " + scrollWidth + " of " + clientWidth + " px", ...wide];
  })()`);
}

/** What makes the page scroll sideways, as lines. */
export const sidewaysScroll = async (page: Page): Promise<string[]> =>
  lookAgain(await widerThanPage(page), () => widerThanPage(page));

/** Expects no horizontal scrolling. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const wider = await sidewaysScroll(page);
  expect({ page: new URL(page.url()).pathname, wider }).toMatchObject({ wider: [] });
}
