import { describe, expect, test } from "@jest/globals";
import { nameBrowser } from "../../api/identity/name-browser.ts";

const UNKNOWN = { browser: null, system: null };

describe("the name of a browser", () => {
  test.each([
    ["Firefox", "Linux", "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"],
    [
      "Microsoft Edge",
      "Windows",
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0",
    ],
    [
      "Safari",
      "iOS",
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
    ],
    [
      "Samsung Internet",
      "Android",
      "Mozilla/5.0 (Linux; Android 14; SM-S928B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/26.0 Chrome/122.0.0.0 Mobile Safari/537.36",
    ],
  ])("is %s on %s", (browser, system, userAgent) => {
    expect(nameBrowser(userAgent)).toEqual({ browser, system });
  });

  test.each([null, "curl/8.5.0", "node", "(", "Your bank/1 says"])("is unknown for %j", (userAgent) => {
    expect(nameBrowser(userAgent)).toEqual(UNKNOWN);
  });

  test("is never the sender's own text, even beside a known system", () => {
    expect(nameBrowser("<b>Click here</b>/1 (Linux)")).toEqual({ browser: null, system: "Linux" });
  });
});
