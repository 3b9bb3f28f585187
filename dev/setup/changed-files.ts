import { execFileSync } from "node:child_process";
import { REPOSITORY } from "./locations.mjs";

const git = (...args: string[]): string[] =>
  execFileSync("git", args, { cwd: REPOSITORY, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] })
    .split("\n")
    .filter((line) => line !== "");

/** The latest common commit of this branch and the published main, or null if unknown. */
function published(): string | null {
  try {
    return git("merge-base", "HEAD", "origin/main")[0] ?? null;
  } catch {
    return null;
  }
}

/**
 * The files that differ from the published main, including new ones, as paths from the root of the
 * repository. Null if there is nothing to compare with: no git, or no `origin/main`.
 */
export function changedFiles(): string[] | null {
  const base = published();
  if (base === null) return null;
  const changed = git("diff", "--name-only", "--diff-filter=d", base);
  return [...new Set([...changed, ...git("ls-files", "--others", "--exclude-standard")])].toSorted();
}
