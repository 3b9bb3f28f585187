import { describe, expect, it } from "@jest/globals";
import { DeadlineError, withDeadline } from "../../retrieval/search/deadline.ts";

describe("withDeadline", () => {
  it("settles in time even if the work ignores its signal", async () => {
    const stuck = withDeadline("Waiting", 20, undefined, () => new Promise<never>(() => undefined));
    await expect(stuck).rejects.toThrow(DeadlineError);
    await expect(stuck).rejects.toThrow("Waiting took longer than 20 ms");
  });

  it("aborts the work", async () => {
    let seen: AbortSignal | undefined;
    await expect(
      withDeadline("Waiting", 5, undefined, (signal) => {
        seen = signal;
        return new Promise<never>(() => undefined);
      }),
    ).rejects.toThrow();
    expect(seen?.aborted).toBe(true);
  });
});
