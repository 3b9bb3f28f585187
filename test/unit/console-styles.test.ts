import { existsSync, globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "@jest/globals";

const source = globSync("web/src/**/*.tsx")
  .map((file) => readFileSync(file, "utf8"))
  .join("\n");
const hasStyles = (name: string): boolean =>
  existsSync(fileURLToPath(new URL(`../../node_modules/@mantine/core/styles/${name}.css`, import.meta.url)));

test("the console loads the styles of every Mantine component that it uses", () => {
  const imports = source.matchAll(/import \{([^}]+)\} from "@mantine\/core"/g);
  const used = new Set([...imports].flatMap(([, names]) => names!.match(/\b[A-Z]\w+/g) ?? []));
  const styled = [...used].filter(hasStyles);
  expect(styled.length).toBeGreaterThan(5);
  expect(styled.filter((name) => !source.includes(`"@mantine/core/styles/${name}.css"`))).toEqual([]);
});
