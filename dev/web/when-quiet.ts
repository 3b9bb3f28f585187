import { setTimeout as sleep } from "node:timers/promises";
import type { Page, Request } from "playwright-core";

const LOOK_MS = 50;
const QUIET_MS = 500;
const MAX_MS = 30_000;

const isStream = (request: Request): boolean => request.url().includes("/events/stream");

/**
 * Returns a function that waits until the page has had no open request for half a second, or the requested time. The stream of events
 * never ends and does not count, unlike in Playwright's `networkidle`.
 */
export function whenQuiet(page: Page): (forMs?: number) => Promise<void> {
  const open = new Set<Request>();
  page.on("request", (request) => void (isStream(request) || open.add(request)));
  page.on("requestfinished", (request) => void open.delete(request));
  page.on("requestfailed", (request) => void open.delete(request));
  return async (forMs = QUIET_MS) => {
    const end = Date.now() + MAX_MS;
    for (let quiet = 0; quiet < forMs; quiet = open.size === 0 ? quiet + LOOK_MS : 0) {
      if (Date.now() > end)
        throw new Error(`Still waiting for ${[...open].map((one) => one.url()).join(", ")}`);
      await sleep(LOOK_MS);
    }
  };
}
