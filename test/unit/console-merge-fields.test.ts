import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { mergeFields } from "../../web/src/ui/merge-fields.ts";

describe("the input that is left after someone else's change is kept", () => {
  const over = { title: "Port open", severity: "High", scopes: ["read"] };

  test("has their values where they changed the field, and otherwise the user's", () => {
    const mine = { title: "Port is open", severity: "Low", scopes: ["read"] };
    const theirs = { title: "Port 22 open", severity: "High", scopes: ["read", "write"] };
    expect(mergeFields({ over, theirs, mine })).toEqual({
      title: "Port 22 open",
      severity: "Low",
      scopes: ["read", "write"],
    });
  });

  test("is the user's if no one changed anything, and theirs if the user did not", () => {
    const fields = fc.record({ title: fc.string(), severity: fc.string(), scopes: fc.array(fc.string()) });
    fc.assert(
      fc.property(fields, fields, (a, b) => {
        expect(mergeFields({ over: a, theirs: structuredClone(a), mine: b })).toEqual(b);
        expect(mergeFields({ over: a, theirs: b, mine: structuredClone(a) })).toEqual(b);
      }),
    );
  });
});
