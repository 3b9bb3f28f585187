import { describe, expect, test } from "@jest/globals";
import { documentParts, type Passage } from "../../web/src/features/evidence/document-parts.ts";

const passage = (ordinal: number, more: Partial<Passage>): Passage => ({
  ordinal,
  text: "",
  headings: [],
  page: null,
  sheet: null,
  tables: [],
  ...more,
});
const rows = (ordinal: number, ...cells: string[][]) => cells.map((some) => ({ ordinal, cells: some }));

describe("the passages of a file, shown as one document", () => {
  test("begin with their page, sheet and section, once", () => {
    const headings = ["Access", "Reviews"];
    const parts = documentParts([
      passage(0, { text: "Each quarter.", headings, page: 1 }),
      passage(1, { text: "By the owner.", headings, page: 1 }),
      passage(2, { text: "At once.", headings: ["Leavers"], page: 2 }),
      passage(3, { text: "Appendix", headings: ["Appendix"], page: 2 }),
    ]);
    expect(parts).toEqual([
      { kind: "page", page: 1 },
      { kind: "heading", text: "Reviews" },
      { kind: "text", ordinal: 0, text: "Each quarter." },
      { kind: "text", ordinal: 1, text: "By the owner." },
      { kind: "page", page: 2 },
      { kind: "heading", text: "Leavers" },
      { kind: "text", ordinal: 2, text: "At once." },
      { kind: "text", ordinal: 3, text: "Appendix" },
    ]);
  });

  test("show the rows of a table between the text around it", () => {
    const text = "Users\n\nUser: ada; Role: admin\n\nEnd of the list.";
    const table = { start: 7, end: 29, header: ["User", "Role"], rows: [["ada", "admin"]] };
    expect(documentParts([passage(0, { text, tables: [table] })])).toEqual([
      { kind: "text", ordinal: 0, text: "Users" },
      { kind: "table", header: ["User", "Role"], rows: rows(0, ["ada", "admin"]) },
      { kind: "text", ordinal: 0, text: "End of the list." },
    ]);
  });

  test("join the rows of a table that several passages share, but not those of another sheet", () => {
    const one = (ordinal: number, user: string, sheet: string) =>
      passage(ordinal, {
        text: `User: ${user}`,
        headings: [sheet],
        sheet,
        tables: [{ start: 0, end: 6 + user.length, header: ["User"], rows: [[user]] }],
      });
    expect(documentParts([one(0, "ada", "May"), one(1, "bob", "May"), one(2, "cem", "June")])).toEqual([
      { kind: "sheet", sheet: "May" },
      { kind: "table", header: ["User"], rows: [...rows(0, ["ada"]), ...rows(1, ["bob"])] },
      { kind: "sheet", sheet: "June" },
      { kind: "table", header: ["User"], rows: rows(2, ["cem"]) },
    ]);
  });
});
