import { describe, expect, it } from "@jest/globals";
import { needServers } from "../../dev/jest/need-servers.ts";

describe("the tests that jest runs need servers", () => {
  it.each([
    ["all of them", []],
    ["all with a name", ["-t", "test/unit/"]],
    ["one outside test/unit", ["test/search.test.ts"]],
    ["one of two", ["test/unit/ids.test.ts", "test/search.test.ts"]],
    ["those of the servers' project", ["--selectProjects", "stack"]],
    ["those of both projects", ["--selectProjects", "unit", "--selectProjects", "stack"]],
  ])("if they are %s", (_what, args) => expect(needServers(args)).toBe(true));

  it.each([
    ["a file", ["test/unit/ids.test.ts"]],
    ["a file and a name", ["-t", "increase", "test/unit/ids.test.ts"]],
    ["a name and a file", ["test/unit/ids.test.ts", "--testNamePattern", "increase"]],
    ["a name in one argument", ["--testNamePattern=increase", "test/unit/"]],
    ["other options", ["--maxWorkers", "2", "-w", "2", "--bail", "--verbose", "test/unit/"]],
    ["the project", ["--selectProjects", "unit"]],
    ["the project in one argument", ["--selectProjects=unit"]],
  ])("but not if they are in test/unit: %s", (_what, args) => expect(needServers(args)).toBe(false));
});
