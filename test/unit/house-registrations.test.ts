import { describe, expect, it } from "@jest/globals";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";

/**
 * Files that have no effect until one line elsewhere lists them, and where that line belongs; `<folder>` is
 * their own.
 */
const REGISTRATIONS: [files: string, registry: string][] = [
  ["domain/*/feature.ts", "domain/features.ts"],
  ["domain/{audit-log,events}/*.entity.ts", "domain/history/feature.ts"],
  ["domain/!(audit-log|events)/*.entity.ts", "<folder>/feature.ts"],
  ["domain/**/*.access.ts", "<folder>/feature.ts"],
  ["domain/**/*.workflows.ts", "<folder>/feature.ts"],
  ["api/**/*.routes.ts", "api/all-routes.ts"],
  ["workflows/*/*.workflow.ts", "workflows/all-workflows.ts"],
];

/** The files that the registry does not import. */
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
    const byRegistry = Map.groupBy(files, (file) => registry.replace("<folder>", path.posix.dirname(file)));
    for (const [list, own] of byRegistry)
      expect(unregistered(own, list, readFileSync(list, "utf8"))).toEqual([]);
  });

  it("are named if their line is missing", () => {
    const text = `import { A } from "./a/a.entity.ts";`;
    expect(
      unregistered(["domain/a/a.entity.ts", "domain/b/b.entity.ts"], "domain/entities.ts", text),
    ).toEqual(["domain/b/b.entity.ts"]);
  });
});
