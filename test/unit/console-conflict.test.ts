import { describe, expect, test } from "@jest/globals";
import { differencesOf } from "../../web/src/ui/differences-of.ts";

describe("the fields shown when someone else changed the same resource", () => {
  const over = [
    ["Title", "Port open"],
    ["Severity", "High"],
    ["Due", ""],
  ] as const;

  test("are those that they changed, theirs beside the user's", () => {
    const theirs = [["Title", "Port 22 open"], over[1], over[2]] as const;
    const mine = [["Title", "Port is open"], ["Severity", "Low"], over[2]] as const;
    expect(differencesOf({ over, theirs, mine })).toEqual([
      { label: "Title", theirs: "Port 22 open", mine: "Port is open" },
    ]);
  });

  test("include one that the user left as it was, because the change would revert it", () => {
    const theirs = [over[0], ["Severity", "Low"], over[2]] as const;
    const mine = [["Title", "Port is open"], over[1], over[2]] as const;
    expect(differencesOf({ over, theirs, mine })).toEqual([
      { label: "Severity", theirs: "Low", mine: "High" },
    ]);
  });

  test("include one that is new", () => {
    const theirs = [...over, ["Control", "CC6.1"]] as const;
    expect(differencesOf({ over, theirs, mine: [...over, ["Control", ""]] })).toEqual([
      { label: "Control", theirs: "CC6.1", mine: "" },
    ]);
  });
});
