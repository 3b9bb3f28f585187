import type { Pool } from "pg";
import { readStoredSigns } from "../embedding/token-signs.rules.ts";

/** A passage with the current data of its file from PostgreSQL. */
export interface StoredChunk {
  chunkId: string;
  evidenceId: string;
  projectId: string;
  controlId: string;
  title: string;
  fileName: string;
  contentType: string;
  uploadedAt: Date;
  ordinal: number;
  text: string;
  headings: string[];
  page: number | null;
  /** Its place on its pages: see `PagePlace`; null without pages, and in passages stored before places were. */
  pageOffset: number | null;
  endPage: number | null;
  endPageOffset: number | null;
  sheet: string | null;
}

/** The number of searchable files and passages, and the bytes stored for late interaction. */
interface Totals {
  chunks: number;
  evidence: number;
  signBytes: number;
}

/** PostgreSQL for search: it alone decides which chunks exist and may be shown. */
export interface ChunkStore {
  /**
   * The first `count` of the ids, in order, that are searchable in this project: their evidence is COMPLETED
   * and neither deleted, superseded nor quarantined. Anything else in the index does not exist for searches.
   */
  firstSearchable(chunkIds: readonly string[], projectId: string, count: number): Promise<StoredChunk[]>;
  /** The signs of these passages stored for a model; passages without them are missing. */
  storedSigns(chunkIds: readonly string[], model: string): Promise<Map<string, Uint8Array>>;
  /** The project of a searchable chunk; null if there is none. */
  projectOf(chunkId: string): Promise<string | null>;
  /**
   * A searchable chunk with up to `window` neighbours on each side, in reading order; null if there is none.
   */
  around(
    chunkId: string,
    window: number,
  ): Promise<{ chunk: StoredChunk; before: StoredChunk[]; after: StoredChunk[] } | null>;
  totals(): Promise<Totals>;
  /** The number of searchable passages, without those of projects that are being deleted. */
  count(): Promise<number>;
  /** Throws if the database does not answer. */
  ping(): Promise<void>;
}

const COLUMNS = `c.id as "chunkId", c.evidence_id as "evidenceId", c.project_id as "projectId",
  e.control_id as "controlId", e.title, e.file_name as "fileName", e.content_type as "contentType",
  e.uploaded_at as "uploadedAt", c.ordinal, c.text, c.headings, c.page, c.page_offset as "pageOffset",
  c.end_page as "endPage", c.end_page_offset as "endPageOffset", c.sheet`;

/**
 * Passages for a new title form a separate set. Searches see the set that is complete; until its successor
 * has been visible for longer than a search takes, a search that found only the older one can still read it.
 */
const SEARCHABLE = `c.revision <= e.indexed_revision and e.chunking_status = 'COMPLETED' and e.deleted_at is null
  and e.status not in ('superseded', 'quarantined') and c.project_id = e.project_id`;

/**
 * In one pass, because row-level security finds the caller's projects once for each table in a statement, and nearly all
 * passages that are looked up are also returned. Named, because PostgreSQL would otherwise plan it for every search,
 * which takes longer than running it.
 */
const FIRST_SEARCHABLE = {
  name: "first-searchable",
  text: `
  select "chunkId", "evidenceId", "projectId", "controlId", title, "fileName", "contentType", "uploadedAt", ordinal, text,
    headings, page, "pageOffset", "endPage", "endPageOffset", sheet
  from (
    select ${COLUMNS}, wanted.position, c.revision = max(c.revision) over (partition by e.id) as newest
    from unnest($1::text[]) with ordinality as wanted(id, position)
    join evidence_chunks c on c.id = wanted.id
    join evidence e on e.id = c.evidence_id
    where ${SEARCHABLE} and e.project_id = $2
  ) as found
  where newest order by position limit $3`,
};

/** In Base64, because the driver reads bytes as hexadecimal text, which is longer and slower to decode. */
const KEPT_SIGNS = {
  name: "kept-signs",
  text: `select id, encode(signs, 'base64') as signs from evidence_chunks where id = any($1) and signs is not null`,
};

const PROJECT_OF = `
  select c.project_id as "projectId" from evidence_chunks c join evidence e on e.id = c.evidence_id
  where c.id = $1 and ${SEARCHABLE}`;

const AROUND = `
  select ${COLUMNS} from evidence_chunks wanted
  join evidence_chunks c on c.evidence_id = wanted.evidence_id and c.revision = wanted.revision
    and c.ordinal between wanted.ordinal - $2::int and wanted.ordinal + $2::int
  join evidence e on e.id = c.evidence_id
  where wanted.id = $1 and ${SEARCHABLE}
  order by c.ordinal`;

const TOTALS = `
  select count(*)::int as chunks, count(distinct c.evidence_id)::int as evidence,
    coalesce(sum(octet_length(c.signs)), 0)::float8 as "signBytes"
  from evidence_chunks c join evidence e on e.id = c.evidence_id
  where ${SEARCHABLE} and c.revision = e.indexed_revision`;

/** `count`, for callers with their own connections. */
export const COUNT_PASSAGES = `
  select count(*)::int as count from evidence_chunks c join evidence e on e.id = c.evidence_id
  join projects p on p.id = e.project_id
  where ${SEARCHABLE} and c.revision = e.indexed_revision and p.deleting_at is null`;

/** The store on a connection pool; the pool's settings limit the duration of statements. */
export function createChunkStore(pool: Pool): ChunkStore {
  return {
    firstSearchable: async (chunkIds, projectId, count) =>
      (await pool.query<StoredChunk>({ ...FIRST_SEARCHABLE, values: [chunkIds, projectId, count] })).rows,
    storedSigns: async (chunkIds, model) => {
      const { rows } = await pool.query<{ id: string; signs: string }>({
        ...KEPT_SIGNS,
        values: [chunkIds],
      });
      const all = rows.map(
        ({ id, signs }) => [id, readStoredSigns(Buffer.from(signs, "base64"), model)] as const,
      );
      return new Map(all.filter((pair): pair is [string, Uint8Array] => pair[1] !== null));
    },
    projectOf: async (chunkId) =>
      (await pool.query<{ projectId: string }>(PROJECT_OF, [chunkId])).rows[0]?.projectId ?? null,
    around: async (chunkId, window) => {
      const { rows } = await pool.query<StoredChunk>(AROUND, [chunkId, window]);
      const at = rows.findIndex((row) => row.chunkId === chunkId);
      const chunk = rows[at];
      return chunk === undefined ? null : { chunk, before: rows.slice(0, at), after: rows.slice(at + 1) };
    },
    totals: async () =>
      (await pool.query<Totals>(TOTALS)).rows[0] ?? { chunks: 0, evidence: 0, signBytes: 0 },
    count: async () => (await pool.query<{ count: number }>(COUNT_PASSAGES)).rows[0]?.count ?? 0,
    ping: async () => {
      await pool.query("select 1");
    },
  };
}
