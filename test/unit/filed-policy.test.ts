import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { describeFiled, filedPolicyOf } from "../../domain/policies/filed-policy.rules.ts";

const ID = "01981d4e-7c1b-7d3a-9f1e-3a5b6c7d8e9f";
const lines = fc.stringMatching(/^[^\r\n\u2028\u2029]{1,40}$/);

describe("evidence that was filed from a policy", () => {
  test("names its title and version, and the policy for the link", () => {
    const description = describeFiled("Example", { id: ID, title: "Access: who, when", version: 3 });
    expect(description).toBe(
      `Written policy of Example: Access: who, when, version 3. Filed from the policy ${ID}.`,
    );
    expect(filedPolicyOf(description)).toEqual({ id: ID, title: "Access: who, when", version: 3 });
  });

  test("is found whatever the names", () => {
    fc.assert(
      fc.property(lines, lines, fc.nat(99), (company, title, version) => {
        expect(filedPolicyOf(describeFiled(company, { id: ID, title, version }))).toMatchObject({
          id: ID,
          version,
        });
      }),
    );
  });

  test.each(["", "A screenshot", `Written policy, filed from the policy ${ID}.`, `About the policy ${ID}.`])(
    "is not seen in %j",
    (description) => expect(filedPolicyOf(description)).toBeNull(),
  );
});
