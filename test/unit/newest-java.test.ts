import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { newestJava } from "../../dev/setup/newest-java.mjs";
import { makeTestFolder } from "../support/make-test-folder.ts";

const folder = await makeTestFolder();

function java(name: string, release: string | null): string {
  const home = join(folder, name);
  mkdirSync(home);
  if (release !== null) writeFileSync(join(home, "release"), release);
  return home;
}

const debian17 = java("java-17", 'IMPLEMENTOR="Debian"\nJAVA_VERSION="17.0.15"\n');
const temurin25 = java("temurin-25", 'JAVA_RUNTIME_VERSION="25.0.3+9-LTS"\nJAVA_VERSION="25.0.3"\n');
const old = java("java-8", 'JAVA_VERSION="1.8.0_402"\n');
const later = java("java-30", 'JAVA_VERSION="30"\n');
const sources = java("openjdk-17", null);
const missing = join(folder, "none");

describe("the newest Java", () => {
  test.each([
    ["of several", [debian17, temurin25, old], temurin25],
    ["without one that Elasticsearch does not know", [debian17, later], debian17],
    ["without folders that hold none", [sources, missing, old], old],
    ["of none", [sources, missing], null],
  ])("%s", (_which, homes, expected) => expect(newestJava(homes)).toBe(expected));

  test("is the first of equals, so that the one on PATH is kept", () => {
    const other = java("other-25", 'JAVA_VERSION="25"\n');
    expect(newestJava([other, temurin25])).toBe(other);
  });
});
