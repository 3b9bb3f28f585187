import { describe, expect, test } from "@jest/globals";
import { keptUserAgent } from "../../domain/identity/user-agent.rules.ts";

describe("a stored user agent", () => {
  test.each([undefined, "", " \t "])("is null if none was sent (%j)", (sent) => {
    expect(keptUserAgent(sent)).toBeNull();
  });

  test("has no control characters", () => {
    expect(keptUserAgent(" curl\t/8.5\u0000\u001b[31m\u0085 ")).toBe("curl/8.5[31m");
  });

  test("has at most 200 characters, and no half of a character", () => {
    expect(keptUserAgent("a".repeat(500))).toBe("a".repeat(200));
    expect(keptUserAgent(`${"a".repeat(199)}\u{1f600}`)).toBe("a".repeat(199));
    expect(keptUserAgent("a\ud800")!.isWellFormed()).toBe(true);
  });
});
