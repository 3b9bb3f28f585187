import type { Browser, BrowserContext, Page } from "playwright-core";
import { signInOnPage } from "../../testkit/sign-in-on-page.ts";

const VIEWPORT = { width: 1_366, height: 860 };
const PATIENCE_MS = 120_000;
/** Time for painting after the last response. */
const SETTLE_MS = 500;

export interface Throttle {
  /** The CPU slowdown factor. */
  slower: number;
  /** Bytes per second, and milliseconds. */
  network: { latency: number; downloadThroughput: number; uploadThroughput: number } | null;
}

export interface PageFigures {
  /** Paths of the loaded scripts. */
  scripts: ReadonlySet<string>;
  paintMs: number;
  /** The slowest interaction; null if there was none. */
  interactionMs: number | null;
  shift: number;
}

type State = Awaited<ReturnType<BrowserContext["storageState"]>>;

export interface MeasuredPage {
  page: Page;
  open(path: string): Promise<void>;
  signIn(email: string, password: string): Promise<void>;
  settled(): Promise<void>;
  figures(): Promise<PageFigures>;
  close(): Promise<State>;
}

/** Collects the browser's performance entries, from before the first script. */
const OBSERVE = `(() => {
  const seen = (globalThis.__seen = { paint: 0, shift: 0, interactions: [] });
  const observe = (type, note, more = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true, ...more });
  observe("largest-contentful-paint", (entry) => (seen.paint = entry.startTime));
  observe("layout-shift", (entry) => entry.hadRecentInput || (seen.shift += entry.value));
  observe("event", (entry) => entry.interactionId > 0 && seen.interactions.push(entry.duration), { durationThreshold: 16 });
})()`;

interface Seen {
  paint: number;
  shift: number;
  interactions: number[];
}

async function throttled(context: BrowserContext, { slower, network }: Throttle): Promise<Page> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slower });
  if (network !== null) {
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions", { offline: false, ...network });
  }
  return page;
}

/** A page in a browser without a cache, except for the session in `state`. */
export async function openMeasured(
  browser: Browser,
  baseURL: string,
  throttle: Throttle,
  state?: State,
): Promise<MeasuredPage> {
  const context = await browser.newContext({
    baseURL,
    locale: "en-GB",
    viewport: VIEWPORT,
    ...(state === undefined ? {} : { storageState: state }),
  });
  context.setDefaultTimeout(PATIENCE_MS);
  await context.addInitScript(OBSERVE);
  const page = await throttled(context, throttle);
  const settled = async (): Promise<void> => {
    await page.waitForLoadState("networkidle");
    await page.waitForTimeout(SETTLE_MS);
  };
  return {
    page,
    settled,
    async open(path) {
      await page.goto(path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await settled();
    },
    async signIn(email, password) {
      await page.goto("/sign-in");
      await signInOnPage(page, email, password);
      await page.getByRole("navigation", { name: "Main" }).waitFor();
    },
    async figures() {
      const seen = await page.evaluate<Seen>("globalThis.__seen");
      const urls = await page.evaluate<string[]>(
        `performance.getEntriesByType("resource").map(({ name }) => name)`,
      );
      const paths = urls.map((url) => new URL(url).pathname).filter((path) => /\.m?js$/.test(path));
      const interactionMs = seen.interactions.length === 0 ? null : Math.max(...seen.interactions);
      return { scripts: new Set(paths), paintMs: seen.paint, interactionMs, shift: seen.shift };
    },
    async close() {
      const kept = await context.storageState();
      await context.close();
      return kept;
    },
  };
}
