import { describe, expect, it } from "@jest/globals";
import { frameworks, relatedControls } from "../../domain/frameworks/catalogue.rules.ts";
import { counterparts, defaultControls } from "../../domain/frameworks/counterparts.rules.ts";

const numbersOf = (from: string, numbers: string[], to: string): string[] =>
  counterparts(from, numbers, to).map(({ number }) => number);

describe("controls that evidence could serve as well", () => {
  it("are the related ones of another framework, in either direction", () => {
    for (const { id, controls } of frameworks)
      for (const { number } of controls) {
        const related = relatedControls(id, number);
        const other = related[0]?.frameworkId ?? "soc2";
        if (other === id) continue;
        const expected = related.map(({ control }) => control.number);
        expect(numbersOf(id, [number], other).toSorted()).toEqual(expected.toSorted());
        expect(defaultControls(id, [number], other)).toEqual(expected);
      }
  });

  it("include what connects them, closest first", () => {
    const found = counterparts("soc2", ["CC6.1", "CC6.3"], "iso27001");
    expect(found[0]).toEqual({ number: "A.8.3", through: ["CC6.1", "CC6.3"] });
    expect(found.find(({ number }) => number === "A.8.24")!.through).toEqual(["CC6.1"]);
  });

  it("inside one framework are the same ones, then those that share a related one", () => {
    const found = counterparts("soc2", ["CC6.1"], "soc2");
    expect(found[0]).toEqual({ number: "CC6.1", through: ["CC6.1"] });
    expect(found.find(({ number }) => number === "CC6.2")).toEqual({ number: "CC6.2", through: ["A.5.16"] });
    expect(found.some(({ number }) => number === "P1.1")).toBe(false);
  });

  it("do not exist for an unknown framework or number", () => {
    expect(counterparts("soc2", ["CC6.1"], "none")).toEqual([]);
    expect(counterparts("soc2", ["none"], "iso27001")).toEqual([]);
    expect(defaultControls("soc2", ["none"], "iso27001")).toEqual([]);
  });

  it("of a copy in the same framework are the same", () => {
    expect(defaultControls("soc2", ["CC6.1", "A1.2"], "soc2")).toEqual(["CC6.1", "A1.2"]);
  });
});
