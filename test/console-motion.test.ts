import { expect, test } from "@jest/globals";
import { untilRendered } from "./support/console.ts";
import { enter, setUpDeskJourneys } from "./support/console-visit.ts";

const PHONE = { width: 360, height: 740 };
const MAX_SHIFT = 0.05;
const SLOW = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const OBSERVE = `
  window.shifts = [];
  new PerformanceObserver((list) => window.shifts.push(...list.getEntries().map(({ value }) => value)))
    .observe({ type: "layout-shift", buffered: true });
`;

const journey = setUpDeskJourneys();

test("pages of a project do not move on a phone with a slow network", async () => {
  const { stage, open } = journey;
  const visit = await open({ viewport: PHONE, reducedMotion: "no-preference" });
  const { page } = visit;
  await enter(visit, stage.manager.email);
  const network = await visit.context.newCDPSession(page);
  await network.send("Network.emulateNetworkConditions", SLOW);
  await page.addInitScript(OBSERVE);
  const pages = [
    ["reports", page.getByRole("region", { name: "Build a report" })],
    ["assistant", page.getByRole("textbox", { name: "Your question" })],
    ["findings", page.getByRole("button", { name: "New finding" })],
  ] as const;
  for (const [name, last] of pages) {
    await page.goto(`/projects/${stage.projectId}/${name}`);
    await last.waitFor();
    await untilRendered(page);
    const shifts = await page.evaluate<number[]>("window.shifts");
    const sum = shifts.reduce((total, shift) => total + shift, 0);
    expect({ name, moves: sum > MAX_SHIFT, sum }).toMatchObject({ name, moves: false });
  }
});

test("a new theme starts no transitions for users who prefer reduced motion", async () => {
  const { page, stage, comeIn } = journey;
  await comeIn(stage.manager.email, `/projects/${stage.projectId}/controls`);
  await page.getByRole("row", { name: /^CC1\.1/ }).waitFor();
  await page.evaluate(
    `window.transitions = 0; addEventListener("transitionrun", () => window.transitions++)`,
  );
  await page.emulateMedia({ colorScheme: "dark" });
  await page.locator("html[data-mantine-color-scheme=dark]").waitFor({ state: "attached" });
  await untilRendered(page);
  expect(await page.evaluate("window.transitions")).toBe(0);
});

test("nothing moves without end for users who prefer reduced motion", async () => {
  const { page, stage, comeIn } = journey;
  await comeIn(stage.manager.email);
  await page.evaluate(`document.body.style.animationIterationCount = "infinite"`);
  expect(await page.evaluate(`getComputedStyle(document.body).animationIterationCount`)).toBe("1");
});
