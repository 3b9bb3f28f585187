import { describe, expect, it } from "@jest/globals";
import {
  builtInFramework,
  frameworkIds,
  frameworks,
  relatedControls,
} from "../../domain/frameworks/catalogue.rules.ts";
import { SOC2_TO_ISO27001 } from "../../domain/frameworks/cross-map.data.ts";
import { TRUST_CATEGORIES } from "../../domain/frameworks/framework.rules.ts";

/** The parts of each standard: first number, last number and count. */
const PARTS: readonly [framework: string, prefix: RegExp, numbers: string[]][] = [
  ["soc2", /^CC1\./, series("CC1.", 5)],
  ["soc2", /^CC2\./, series("CC2.", 3)],
  ["soc2", /^CC3\./, series("CC3.", 4)],
  ["soc2", /^CC4\./, series("CC4.", 2)],
  ["soc2", /^CC5\./, series("CC5.", 3)],
  ["soc2", /^CC6\./, series("CC6.", 8)],
  ["soc2", /^CC7\./, series("CC7.", 5)],
  ["soc2", /^CC8\./, series("CC8.", 1)],
  ["soc2", /^CC9\./, series("CC9.", 2)],
  ["soc2", /^A1\./, series("A1.", 3)],
  ["soc2", /^C1\./, series("C1.", 2)],
  ["soc2", /^PI1\./, series("PI1.", 5)],
  ["soc2", /^P1\./, series("P1.", 1)],
  ["soc2", /^P2\./, series("P2.", 1)],
  ["soc2", /^P3\./, series("P3.", 2)],
  ["soc2", /^P4\./, series("P4.", 3)],
  ["soc2", /^P5\./, series("P5.", 2)],
  ["soc2", /^P6\./, series("P6.", 7)],
  ["soc2", /^P7\./, series("P7.", 1)],
  ["soc2", /^P8\./, series("P8.", 1)],
  ["iso27001", /^A\.5\./, series("A.5.", 37)],
  ["iso27001", /^A\.6\./, series("A.6.", 8)],
  ["iso27001", /^A\.7\./, series("A.7.", 14)],
  ["iso27001", /^A\.8\./, series("A.8.", 34)],
];

const findFrameworkControl = (id: string, number: string) =>
  builtInFramework(id)?.controls.find((control) => control.number === number);

function series(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, i) => `${prefix}${i + 1}`);
}

describe("framework catalogues", () => {
  it("offers SOC 2 and ISO 27001 under their ids", () => {
    expect(frameworkIds).toEqual(["soc2", "iso27001"]);
    expect(builtInFramework("soc2")?.controls).toHaveLength(61);
    expect(builtInFramework("iso27001")?.controls).toHaveLength(93);
    expect(builtInFramework("SOC2")).toBeUndefined();
    expect(builtInFramework("hipaa")).toBeUndefined();
  });

  it.each(PARTS)("%s %s contains its numbers in order", (id, prefix, expected) => {
    const numbers = builtInFramework(id)?.controls.map((control) => control.number) ?? [];
    expect(numbers.filter((number) => prefix.test(number))).toEqual(expected);
  });

  it("has no number outside those parts", () => {
    const expected = (id: string) => PARTS.filter((part) => part[0] === id).flatMap((part) => part[2]);
    for (const { id, controls } of frameworks)
      expect(controls.map((control) => control.number)).toEqual(expected(id));
  });

  it("gives SOC 2 its 33 common criteria, all about security, and 28 others", () => {
    const byCategory = Object.groupBy(builtInFramework("soc2")?.controls ?? [], (c) => c.trustCategory);
    const counts = TRUST_CATEGORIES.map((category) => byCategory[category]?.length ?? 0);
    expect(counts).toEqual([33, 3, 5, 2, 18]);
    expect(byCategory.security?.every((control) => control.number.startsWith("CC"))).toBe(true);
  });

  it("distributes ISO 27001 over all five trust categories", () => {
    const found = new Set(builtInFramework("iso27001")?.controls.map((control) => control.trustCategory));
    expect([...found].sort()).toEqual([...TRUST_CATEGORIES].sort());
  });

  it.each(frameworks.map((f) => [f.id, f] as const))("%s has every field of every control", (_, f) => {
    for (const control of f.controls) {
      expect(control.category).toMatch(/^[A-Z]/);
      expect(control.title).toMatch(/^[A-Z].{3,60}[^.]$/);
      expect(control.summary).toMatch(/^[A-Z].{38,158}\.$/);
      expect(control.evidenceHints.length).toBeGreaterThanOrEqual(2);
    }
    expect(new Set(f.controls.map((control) => control.title)).size).toBe(f.controls.length);
    expect(new Set(f.controls.map((control) => control.summary)).size).toBe(f.controls.length);
  });
});

describe("the map between SOC 2 and ISO 27001", () => {
  const pairs = Object.entries(SOC2_TO_ISO27001).flatMap(([soc2, isos]) =>
    isos.map((iso) => [soc2, iso] as const),
  );

  it("names only existing controls, each pair once", () => {
    for (const [soc2, iso] of pairs) {
      expect([soc2, findFrameworkControl("soc2", soc2)?.number]).toEqual([soc2, soc2]);
      expect([iso, findFrameworkControl("iso27001", iso)?.number]).toEqual([iso, iso]);
    }
    expect(new Set(pairs.map((pair) => pair.join("|"))).size).toBe(pairs.length);
  });

  it("has something for every SOC 2 criterion", () => {
    const bare = builtInFramework("soc2")?.controls.filter(
      (c) => relatedControls("soc2", c.number).length === 0,
    );
    expect(bare).toEqual([]);
  });

  it("is the same from both sides", () => {
    for (const [soc2, iso] of pairs) {
      expect(relatedControls("soc2", soc2).map((r) => r.control.number)).toContain(iso);
      expect(relatedControls("iso27001", iso).map((r) => r.control.number)).toContain(soc2);
    }
    const fromIso = builtInFramework("iso27001")?.controls.flatMap((c) =>
      relatedControls("iso27001", c.number),
    );
    expect(fromIso).toHaveLength(pairs.length);
  });

  it("returns catalogue order with the other framework's id", () => {
    const related = relatedControls("soc2", "CC6.2").map((r) => `${r.frameworkId} ${r.control.number}`);
    expect(related).toEqual(["iso27001 A.5.11", "iso27001 A.5.16", "iso27001 A.5.18", "iso27001 A.6.5"]);
  });

  it.each([
    ["soc2", "A.5.1"],
    ["iso27001", "CC1.1"],
    ["soc2", "constructor"],
    ["hipaa", "CC1.1"],
  ])("is empty for %s %s", (id, number) => {
    expect(relatedControls(id, number)).toEqual([]);
  });
});
