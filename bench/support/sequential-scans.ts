import { Client, type Pool } from "pg";

export interface Captured {
  text: string;
  /** Startup options of its connection. */
  options: string;
}

interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  Plans?: PlanNode[];
}

export interface Scan {
  table: string;
  text: string;
}

const scannedBy = (node: PlanNode): string[] => [
  ...(node["Node Type"] === "Seq Scan" && node["Relation Name"] !== undefined ? [node["Relation Name"]] : []),
  ...(node.Plans ?? []).flatMap(scannedBy),
];

/** The large tables, whose sequential scans matter. */
async function largeTables(pool: Pool, rows: number): Promise<Set<string>> {
  const { rows: found } = await pool.query<{ name: string }>(
    "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples >= $1",
    [rows],
  );
  return new Set(found.map(({ name }) => name));
}

const isRead = (text: string): boolean => /^\s*(select|with)\b/i.test(text);

/** Some statements contain values in their text, such as the current time: they count once. */
const withoutValues = (text: string): string => text.replaceAll(/'(?:[^']|'')*'/g, "'...'");

/** Explains the generic plan of a named statement, on a connection with the same role and policies. */
async function scansOf(client: Client, { text }: Captured): Promise<string[]> {
  const { rows } = await client.query<{ "QUERY PLAN": [{ Plan: PlanNode }] }>(
    `explain (generic_plan, format json) ${text}`,
  );
  return scannedBy(rows[0]!["QUERY PLAN"][0].Plan);
}

/** The statements with a sequential scan of a table with at least `rows` rows. */
export async function findSequentialScans(
  { pool, url }: { pool: Pool; url: string },
  captured: readonly Captured[],
  rows: number,
): Promise<Scan[]> {
  const large = await largeTables(pool, rows);
  const scans: Scan[] = [];
  const different = new Map(
    captured.map((statement) => [`${statement.options} ${withoutValues(statement.text)}`, statement]),
  );
  for (const [options, statements] of Map.groupBy(different.values(), (statement) => statement.options)) {
    const client = new Client({ connectionString: url, options });
    await client.connect();
    try {
      for (const statement of statements.filter(({ text }) => isRead(text)))
        for (const table of new Set(await scansOf(client, statement)))
          if (large.has(table)) scans.push({ table, text: statement.text });
    } finally {
      await client.end();
    }
  }
  return scans;
}
