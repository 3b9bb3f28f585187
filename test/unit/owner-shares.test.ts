import { expect, test } from "@jest/globals";
import { createOwnerShares } from "../../activities/webhooks/owner-shares.ts";

test("an owner has the large share alone, and the small one while others are active and shortly after", () => {
  let now = 0;
  const shares = createOwnerShares(() => now);
  const alone = shares.each();
  shares.note(["greedy"]);
  expect(shares.each()).toBe(alone);
  shares.note(["quiet"]);
  expect(shares.each()).toBeLessThan(alone);
  now = 4_000;
  shares.note(["greedy"]);
  expect(shares.each()).toBeLessThan(alone);
  now = 6_000;
  shares.note(["greedy"]);
  expect(shares.each()).toBe(alone);
});
