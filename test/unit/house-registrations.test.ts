import { describe, expect, it } from "@jest/globals";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";

/** Files that do nothing until one line elsewhere names them, and where that line belongs. */
const REGISTRATIONS: [files: string, registry: string][] = [
  ["domain/**/*.entity.ts", "domain/entities.ts"],
  ["domain/**/*.access.ts", "domain/access/decide.ts"],
  ["api/**/*.routes.ts", "api/all-routes.ts"],
  ["workflows/!(all-workflows).ts", "workflows/all-workflows.ts"],
];

/** The files of the list which the registry's text does not import. */
function unregistered(files: readonly string[], registry: string, text: string): string[] {
  const imported = [...text.matchAll(/from "(\.[^"]+)"/g)].map(([, source = ""]) =>
    path.posix.join(path.posix.dirname(registry), source),
  );
  return files.filter((file) => !imported.includes(file));
}

describe("a feature's files", () => {
  it.each(REGISTRATIONS)("%s are all registered in %s", (glob, registry) => {
    const files = globSync(glob);
    expect(files).not.toEqual([]);
    expect(unregistered(files, registry, readFileSync(registry, "utf8"))).toEqual([]);
  });

  it("are named when their line is missing", () => {
    const text = `import { A } from "./a/a.entity.ts";`;
    expect(
      unregistered(["domain/a/a.entity.ts", "domain/b/b.entity.ts"], "domain/entities.ts", text),
    ).toEqual(["domain/b/b.entity.ts"]);
  });
});
