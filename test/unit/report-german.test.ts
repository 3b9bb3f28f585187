import { expect, test } from "@jest/globals";
import { coverBlocks, coverTable } from "../../activities/reports/cover.ts";
import { indexBlocks } from "../../activities/reports/index-blocks.ts";
import { indexTables } from "../../activities/reports/index-tables.ts";
import { summarySheet } from "../../activities/reports/summary-sheet.ts";
import { de } from "../../domain/texts/de.ts";
import type { PdfBlock } from "../../platform/documents/pdf/sheet-pdf.ts";
import { auditDataOf, controlOf, dataOf, evidenceOf, findingOf, reviewOf } from "../support/report-rows.ts";

/** Everything that a sheet shows. */
const wordsOf = (blocks: readonly PdfBlock[]): string[] =>
  blocks.flatMap((block) => {
    if (block.kind === "bars") return block.bars.flatMap(({ label, value }) => [label, value]);
    if (block.kind === "rows") return block.rows.flat();
    if (block.kind === "table")
      return [block.title, ...block.columns.map(({ head }) => head), ...block.rows.flat()];
    return [block.text];
  });

/** Words that no German report needs, except in what people wrote and in the names of files. */
const ENGLISH =
  /\b(?:the|of|and|with|by|approved|rejected|pending|complete|progress|evidence|control|status|version \d|score|risk|to|as of|customer|auditor)\b/;

const data = auditDataOf(
  {
    controls: [
      controlOf("CC6.1", {
        progress: 62.5,
        progressSource: "manual",
        status: "in_progress",
        title: "Zugriff",
      }),
      controlOf("CC6.2", { position: 1, title: "Konten", notApplicable: true }),
    ],
    evidence: [
      evidenceOf("e2", { title: "Richtlinie", status: "pending", version: 2, fileName: "a.pdf" }),
      evidenceOf("e3", { title: "Liste", withheld: "quarantined", fileName: "b.pdf" }),
    ],
    findings: [findingOf("f1", { title: "Passwörter" })],
  },
  {
    replaced: [evidenceOf("e1", { status: "superseded", title: "Richtlinie", fileName: "a.pdf" })],
    reviews: [reviewOf("e1", { decision: "approved", title: "Richtlinie" })],
    waiting: [
      {
        control: "CC6.1",
        change: {
          progress: 100,
          required_evidence: undefined,
          not_applicable: true,
          justification: undefined,
        },
        reason: "Fertig",
        saidBy: null,
        saidAt: "2026-03-01T10:00:00.000Z",
      },
    ],
  },
);

test("a summary in German has German words, dates and numbers", () => {
  const words = wordsOf(summarySheet(data, de));
  expect(words).toEqual(
    expect.arrayContaining([
      "Compliance-Zusammenfassung: SOC 2",
      "Zeitraum: 01.01.2026 bis 31.12.2026",
      "Stand: 05.03.2026, 12:00 UTC",
      "62,5 %",
      "Sicherheit",
      "1: 0 erfüllt, 1 in Arbeit, 0 nicht begonnen",
      "1: 0 kritisch, 1 hoch, 0 mittel, 0 niedrig, 0 Hinweis",
      "Mittel, 50 von 100",
    ]),
  );
  expect(words.filter((word) => ENGLISH.test(word))).toEqual([]);
});

test("a package in German has German words in its cover, index and workbook", () => {
  const cover = wordsOf(coverBlocks(data, ["index.pdf"], de));
  expect(cover).toEqual(expect.arrayContaining(["Prüfpaket", "Ada (Kunde)", "2: 1 genehmigt, 1 zu prüfen"]));
  const index = wordsOf(indexBlocks(data, de).flat());
  expect(index).toEqual(
    expect.arrayContaining([
      "Prüfungen: CC6.1",
      "Ersetzt, vorher: genehmigt",
      "02.03.2026, 10:00 UTC",
      "Ada (Kunde), 01.03.2026, 10:00 UTC",
      "62,5 % von Hand",
      "Bestätigen oder ablehnen: Fortschritt: 100 %; nicht anwendbar: ja (Fertig)",
      "Die Feststellung „Passwörter“ (Hoch) beheben",
    ]),
  );
  const sheets = [coverTable(data, de), ...indexTables(data, de)];
  expect(sheets.map(({ name }) => name)).toEqual([
    "Deckblatt",
    "Kontrollen",
    "Nachweise",
    "Prüfungen",
    "Von Hand gesetzt",
    "Offene Punkte",
  ]);
  const cells = sheets.flatMap(({ columns, rows }) => [
    ...columns.map(({ head }) => head),
    ...rows.flat().filter((cell) => typeof cell === "string"),
  ]);
  const names = /\.(?:pdf|csv|xlsx|json)\b|^evidence\/|^id of/;
  for (const words of [cover, index, cells])
    expect(words.filter((word) => ENGLISH.test(word) && !names.test(word))).toEqual([]);
});

test("a sheet's name fits a workbook", () => {
  for (const name of Object.values(de.reports.sheets)) expect(name).toMatch(/^[^[\]:*?/\\]{1,31}$/);
});

test("an empty project has no gaps in German either", () => {
  const controls = [controlOf("CC6.1", { status: "complete", progress: 100, title: "Zugriff" })];
  const words = wordsOf(summarySheet(dataOf({ controls, evidence: [], findings: [] }), de));
  expect(words).toContain("Keine: Jede anwendbare Kontrolle ist erfüllt");
});
