import { expect, test } from "@jest/globals";
import { untilRendered } from "./support/console.ts";
import { setUpDeskJourneys } from "./support/console-visit.ts";

const PATIENCE_MS = 120_000;
const PHONE = { width: 360, height: 740 };
const MAX_SHIFT = 0.05;
const SLOW_MS = 400;
const OBSERVE = `
  window.shifts = [];
  new PerformanceObserver((list) => window.shifts.push(...list.getEntries().map(({ value }) => value)))
    .observe({ type: "layout-shift", buffered: true });
`;

const journey = setUpDeskJourneys();

test(
  "pages of a project do not move on a phone when the permissions of their user are late",
  async () => {
    const { page, stage, comeIn } = journey;
    await comeIn(stage.manager.email);
    await page.setViewportSize(PHONE);
    await page.route("**/auth/permissions?*", async (route) => {
      const answer = await route.fetch();
      setTimeout(() => void route.fulfill({ response: answer }), SLOW_MS);
    });
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
  },
  PATIENCE_MS,
);
