import { defineEntity, p } from "@mikro-orm/core";
import { ofVisibleProject } from "../access/row-security.ts";
import { Project } from "../projects/project.entity.ts";
import { Evidence } from "./evidence.entity.ts";

/** Consecutive rows of one table in a passage, as cells. */
export interface PassageTable {
  /** The part of the passage's text that says the same, as offsets (UTF-16 units, like `slice`). */
  start: number;
  end: number;
  /** The names of the columns; empty if they are not known. */
  header: string[];
  rows: string[][];
}

const EvidenceChunkSchema = defineEntity({
  name: "EvidenceChunk",
  tableName: "evidence_chunks",
  uniques: [{ properties: ["evidence", "revision", "ordinal"] }],
  policies: [ofVisibleProject("evidence_chunks")],
  properties: {
    /** `chunkIdOf(evidence, ordinal, revision)`: a chunk has the same id in the database and in the index. */
    id: p.string().primary(),
    evidence: () => p.manyToOne(Evidence).deleteRule("cascade"),
    project: () => p.manyToOne(Project).deleteRule("cascade").index(),
    /** The set it belongs to: while a new one is being created, the evidence has two. */
    revision: p.integer().default(0),
    ordinal: p.integer(),
    text: p.text(),
    headings: p.array<string>().default([]),
    page: p.integer().nullable(),
    sheet: p.string().nullable(),
    /** The tables in `text`. Null without any, and in passages stored before tables were. */
    tables: p.json<PassageTable[]>().nullable().lazy(),
    startOffset: p.integer(),
    endOffset: p.integer(),
    /**
     * Its place on its pages: see `PagePlace`. Null without pages, and in passages stored before places were.
     */
    pageOffset: p.integer().nullable(),
    endPage: p.integer().nullable(),
    endPageOffset: p.integer().nullable(),
    /** What late interaction compares: the signs of the word pieces' vectors, 48 bytes each. Null until it is embedded. */
    signs: p.blob().nullable().lazy(),
  },
});

/** A passage of an evidence file: the unit of search and citation. */
export class EvidenceChunk extends EvidenceChunkSchema.class {}
EvidenceChunkSchema.setClass(EvidenceChunk);
