import { describe, expect, it } from "@jest/globals";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { domainLevels, levelProblem, levelOf } from "../../dev/lint/domain-levels.ts";
import { importsIn } from "../support/imports-in.ts";

const files = globSync("domain/**/*.ts").toSorted();

/** Value imports between files of the domain, as `file -> target`. */
const arrows = files.flatMap((file) =>
  importsIn(readFileSync(file, "utf8"), false)
    .filter(({ source, typeOnly }) => source.startsWith(".") && !typeOnly)
    .map(({ source }) => ({ file, target: path.posix.join(path.posix.dirname(file), source) }))
    .filter(({ target }) => target.startsWith("domain/")),
);

describe("the levels of the domain", () => {
  it("cover every file", () => {
    expect(files.length).toBeGreaterThan(300);
    expect(files.filter((file) => levelOf(file) === null)).toEqual([]);
  });

  it("name only existing files", () => {
    const folders = domainLevels.levels.flat();
    expect(folders.filter((folder) => globSync(`domain/${folder}`).length === 0)).toEqual([]);
    expect(new Set(folders).size).toBe(folders.length);
  });

  it("are followed by every value import", () => {
    expect(arrows.length).toBeGreaterThan(1_000);
    expect(arrows.flatMap(({ file, target }) => levelProblem(file, target) ?? [])).toEqual([]);
  });

  it("order the list of features", () => {
    const text = readFileSync("domain/features.ts", "utf8");
    const folderOf = new Map(
      [...text.matchAll(/^import \{ (\w+) \} from "\.\/([\w-]+)\/feature\.ts";$/gm)].map(
        ([, name = "", folder = ""]) => [name, folder] as const,
      ),
    );
    const [, list = ""] = /export const features = \[([^\]]+)\]/.exec(text) ?? [];
    const listed = [...list.matchAll(/\w+/g)].map(([name]) => folderOf.get(name)!);
    expect(listed).toHaveLength(folderOf.size);
    const levels = listed.map((folder) => levelOf(`domain/${folder}/feature.ts`)!.level);
    expect(levels).toEqual(levels.toSorted((a, b) => a - b));
  });

  it("match the table in the architecture page", () => {
    const quoted = readFileSync("docs/architecture.md", "utf8");
    const rows = domainLevels.levels.map((folders, level) => `${level} ${folders.join(" ")}`);
    const table = [...quoted.matchAll(/^\| (\d+) +\| (.+?) +\| .*\|$/gm)].map(
      ([, level, folders = ""]) => `${level} ${folders.replaceAll("`", "").split(", ").join(" ")}`,
    );
    expect(table).toEqual(rows);
  });
});

describe("the check of the levels", () => {
  it.each([
    ["domain/users/a.ts", "domain/identity/b.ts"],
    ["domain/moment.ts", "domain/users/b.ts"],
    ["domain/agents/a.ts", "domain/findings/b.ts"],
    ["domain/events/a.ts", "domain/events/event-catalogue.ts"],
    ["domain/findings/a.ts", "domain/features.ts"],
    ["domain/unheard/a.ts", "domain/users/b.ts"],
  ])("refuses %s -> %s", (file, target) => {
    expect(levelProblem(file, target)).toEqual(expect.stringContaining("domain/levels.json"));
  });

  it.each([
    ["domain/identity/a.ts", "domain/users/b.ts"],
    ["domain/access/a.ts", "domain/events/b.ts"],
    ["domain/findings/a.ts", "domain/findings/b.ts"],
    ["domain/entities.ts", "domain/features.ts"],
    ["domain/features.ts", "domain/users/feature.ts"],
  ])("lets %s have %s", (file, target) => {
    expect(levelProblem(file, target)).toBeNull();
  });
});
