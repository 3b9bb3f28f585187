import { expect, it } from "@jest/globals";
import { globSync, readFileSync } from "node:fs";

/** A path taken from a URL has %20 for a space, so it is wrong in a folder such as "My projects". */
const BY_HAND =
  /import\.meta\.(url|resolve)[^;]*?\.pathname|import\.meta\.url\.(replace|slice|split|substring)/;

it("converts file URLs to paths with fileURLToPath only", () => {
  const files = globSync("*/**/*.{ts,mjs,js}", { exclude: ["node_modules/**", "**/dist/**", "coverage/**"] });
  expect(files).toContain("platform/database/orm.ts");
  const wrong = files.filter(
    (file) => !file.endsWith("house-paths.test.ts") && BY_HAND.test(readFileSync(file, "utf8")),
  );
  expect(wrong).toEqual([]);
});
