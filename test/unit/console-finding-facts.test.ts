import { describe, expect, test } from "@jest/globals";
import {
  changeOf,
  factsOf,
  reverseOf,
  severitiesFrom,
} from "../../web/src/features/findings/finding-facts.ts";

const ZONE = "America/Los_Angeles";
const seen = {
  title: "Port open",
  description: "",
  severity: "High",
  control_id: "c",
  // 30 days after it was raised, as a High implies.
  due_date: "2026-03-31T12:00:00.000Z",
  created_at: "2026-03-01T12:00:00.000Z",
} as const;
const facts = factsOf(seen, ZONE);

describe("the form of a finding", () => {
  test.each([
    [{}, {}],
    [{ title: " Port 22 open " }, { title: "Port 22 open" }],
    [{ title: " Port open " }, {}],
    [{ severity: "Low" }, { severity: "Low" }],
    [{ controlId: null }, { control_id: null }],
    // The end of the day in the user's time zone, whatever the browser's.
    [{ due: "2026-03-30" }, { due_date: "2026-03-31T06:59:59.999Z" }],
    [{ due: "" }, { due_date: null }],
    [{ description: "On one host" }, { description: "On one host" }],
  ] as const)("with %j sends %j", (input, body) =>
    expect(changeOf({ ...facts, ...input }, seen, ZONE)).toEqual(body),
  );

  test("undoes only what it changed", () => {
    expect(reverseOf({ title: "Port 22 open", control_id: null }, seen)).toEqual({
      title: "Port open",
      control_id: "c",
    });
  });

  test("leaves a due date to the severity again if it followed from it", () => {
    const change = { due_date: "2026-03-31T06:59:59.999Z" };
    expect(reverseOf(change, seen)).toEqual({ due_date: null });
    const given = "2026-03-20T06:59:59.999Z";
    expect(reverseOf(change, { ...seen, due_date: given })).toEqual({ due_date: given });
    expect(reverseOf(change, { ...seen, severity: "Info", due_date: null })).toEqual({ due_date: null });
  });

  test("offers severities from the current one up", () => {
    expect(severitiesFrom("Medium")).toEqual(["Critical", "High", "Medium"]);
    expect(severitiesFrom("Critical")).toEqual(["Critical"]);
  });
});
