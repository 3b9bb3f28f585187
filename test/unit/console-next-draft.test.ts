import { describe, expect, it } from "@jest/globals";
import { nextDraft } from "../../web/src/features/new-project/next-draft.ts";

type Project = Parameters<typeof nextDraft>[0];

const after = (period_start: string | null, period_end: string | null, name = "SOC 2") =>
  nextDraft({
    name,
    description: "",
    framework: "soc2",
    categories: [],
    period_start,
    period_end,
  } as unknown as Project);

describe("the draft of the next period", () => {
  it.each([
    ["2026-01-01", "2026-12-31", "2027-01-01", "2027-12-31"],
    // 2028 has a day more.
    ["2027-01-01", "2027-12-31", "2028-01-01", "2028-12-31"],
    ["2026-03-15", "2027-03-14", "2027-03-15", "2028-03-14"],
    ["2026-01-01", "2026-03-31", "2026-04-01", "2026-06-29"],
  ])("follows %s to %s from %s to %s", (start, end, nextStart, nextEnd) =>
    expect(after(start, end)).toMatchObject({ start: nextStart, end: nextEnd }),
  );

  it("has no period if the project has none", () =>
    expect(after(null, null)).toMatchObject({ start: "", end: "" }));

  it("has a name with later years", () => {
    expect(after(null, null, "SOC 2, 2026/2027").name).toBe("SOC 2, 2027/2028");
    expect(after(null, null, "ISO 27001, first year").name).toBe("ISO 27001, first year");
  });
});
