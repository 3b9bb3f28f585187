import { errors, type Client } from "@elastic/elasticsearch";
import { chunkMapping, INDEX_SCHEMA, INDEX_SETTINGS, type Analysis, type IndexMeta } from "./mapping.ts";

const ALIAS = "evidence-chunks";
const FIRST = 1;

export interface IndexSettings {
  /** Set by tests and on shared clusters; normally empty. */
  prefix: string;
  /** The embedding model's name as in its folder. */
  model: string;
  dimension: number;
}

/** The index for this process: its names, and what it was built with. */
export interface ChunkIndex {
  /** For reads and writes. */
  alias: string;
  /** Exists only during a rebuild; writes then go to both. */
  nextAlias: string;
  meta: IndexMeta;
}

export const aliasOf = (prefix: string): string => `${prefix}${ALIAS}`;
export const nextAliasOf = (prefix: string): string => `${prefix}${ALIAS}-next`;

export const isMissing = (error: unknown): boolean =>
  error instanceof errors.ResponseError && error.statusCode === 404;

const isTaken = (error: unknown): boolean =>
  error instanceof errors.ResponseError && error.message.includes("resource_already_exists_exception");

/** Checks whether the server can stem English; the small distribution has no language analyzers. */
export async function probeAnalysis(client: Client): Promise<Analysis> {
  try {
    await client.indices.analyze({ analyzer: "english", text: "policies" });
    return "english";
  } catch (error) {
    if (error instanceof errors.ResponseError && error.statusCode === 400) return "application";
    throw error;
  }
}

/** The current index behind one of our aliases. */
export interface LiveIndex {
  alias: string;
  /** Name of the concrete index. */
  index: string;
  meta: IndexMeta;
}

/** The indices behind the aliases, in order of the aliases; missing ones are omitted. */
export async function liveIndices(client: Client, aliases: readonly string[]): Promise<LiveIndex[]> {
  const found = await client.indices.get({
    index: [...aliases],
    ignore_unavailable: true,
    allow_no_indices: true,
    filter_path: "*.aliases,*.mappings._meta",
  });
  return aliases.flatMap((alias) =>
    Object.entries(found)
      .filter(([, state]) => state.aliases !== undefined && alias in state.aliases)
      .map(([index, state]) => ({ alias, index, meta: state.mappings?._meta as unknown as IndexMeta })),
  );
}

/**
 * Creates the index with this number under `alias`. Two processes that start together choose the same name, so they
 * agree.
 */
export async function createIndex(
  client: Client,
  { model, dimension, prefix }: IndexSettings,
  { alias, number }: { alias: string; number: number },
): Promise<LiveIndex> {
  const meta = { model, dimension, analysis: await probeAnalysis(client), schema: INDEX_SCHEMA };
  const index = numberedIndex(prefix, number);
  try {
    await client.indices.create({
      index,
      aliases: { [alias]: {} },
      settings: INDEX_SETTINGS,
      mappings: chunkMapping(meta),
    });
  } catch (error) {
    if (!isTaken(error)) throw error;
  }
  const [made] = await liveIndices(client, [alias]);
  if (made === undefined) throw new Error(`The index behind ${alias} could not be created`);
  return made;
}

export const numberedIndex = (prefix: string, number: number): string =>
  `${aliasOf(prefix)}-${String(number).padStart(6, "0")}`;

type BuiltFor = Pick<IndexSettings, "model" | "dimension">;

const REBUILD = "run `npm run index:rebuild`, also while the product runs";

/** Why this process must neither search nor write an index that was built with `meta`; null if it may. */
function mismatchOf(meta: IndexMeta, { model, dimension }: BuiltFor): UnusableIndexError | null {
  if (meta.model !== model || meta.dimension !== dimension)
    return new UnusableIndexError(
      `The search index was built with the model ${meta.model} (${meta.dimension} dimensions), ` +
        `but this process uses ${model} (${dimension} dimensions)`,
      `${REBUILD}, or start with the model the index was built with`,
    );
  if (meta.schema === INDEX_SCHEMA) return null;
  return new UnusableIndexError(
    `Another version built the search index (schema ${meta.schema}, but this one uses ${INDEX_SCHEMA})`,
    `${REBUILD}, or start the version that built it`,
  );
}

export const isUsable = (meta: IndexMeta, settings: BuiltFor): boolean => mismatchOf(meta, settings) === null;

/** Throws UnusableIndexError unless this process may search and write the index. */
export function checkMeta(meta: IndexMeta | undefined, settings: BuiltFor): asserts meta {
  if (meta === undefined) throw new UnusableIndexError("This product did not create the search index");
  const mismatch = mismatchOf(meta, settings);
  if (mismatch !== null) throw mismatch;
}

/**
 * The index is missing, lacks passages that PostgreSQL has, or was built with another model or by another version:
 * someone must rebuild it.
 */
export class UnusableIndexError extends Error {
  /** The command that repairs it. */
  readonly mend = "npm run index:rebuild";

  constructor(what: string, advice = REBUILD) {
    super(`${what}: ${advice}.`);
    this.name = "UnusableIndexError";
  }
}

/** The names for reads and writes, whether or not an index exists. */
export const indexNames = ({ prefix }: Pick<IndexSettings, "prefix">) => ({
  alias: aliasOf(prefix),
  nextAlias: nextAliasOf(prefix),
});

/**
 * Finds the index without creating one; null if there is none. Throws if it was built with another model,
 * dimension or schema, whose vectors are not comparable.
 */
export async function findChunkIndex(client: Client, settings: IndexSettings): Promise<ChunkIndex | null> {
  const names = indexNames(settings);
  const [live] = await liveIndices(client, [names.alias]);
  if (live === undefined) return null;
  checkMeta(live.meta, settings);
  return { ...names, meta: live.meta };
}

/**
 * Opens the index. A missing index is created only while there are no passages for it: an empty index instead
 * of a lost one would answer that nothing was found. Otherwise throws UnusableIndexError, and whatever
 * `findChunkIndex` throws.
 */
export async function openChunkIndex(
  client: Client,
  settings: IndexSettings,
  countPassages: () => Promise<number>,
): Promise<ChunkIndex> {
  const found = await findChunkIndex(client, settings);
  if (found !== null) return found;
  const passages = await countPassages();
  if (passages > 0)
    throw new UnusableIndexError(`There is no search index, but PostgreSQL holds ${passages} passages`);
  const names = indexNames(settings);
  const { meta } = await createIndex(client, settings, { alias: names.alias, number: FIRST });
  checkMeta(meta, settings);
  return { ...names, meta };
}
