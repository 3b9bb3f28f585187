import { expect, test } from "@jest/globals";
import { setUpDeskJourneys } from "./support/console-visit.ts";

const PATIENCE_MS = 120_000;
// Without the search service.
const journey = setUpDeskJourneys();

test(
  `a search that is unavailable shows no "No results", and pages are still found`,
  async () => {
    const { page, stage, comeIn } = journey;
    await comeIn(stage.manager.email);
    await page.keyboard.press("Control+k");
    const dialog = page.getByRole("dialog", { name: "Search" });
    const searches: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/retrieval/search")) searches.push(request.postData() ?? "");
    });
    await dialog.getByRole("combobox").first().fill("zzzz");
    await dialog.getByRole("alert").waitFor();
    expect(await dialog.getByText("No results").count()).toBe(0);
    // Each project once: the message does not wait for other tries.
    expect(searches).toEqual([...new Set(searches)]);
    await dialog.getByRole("combobox").first().fill("Audit log");
    await dialog.getByRole("option", { name: /Audit log/ }).waitFor();
  },
  PATIENCE_MS,
);
