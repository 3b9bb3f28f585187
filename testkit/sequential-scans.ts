import { Client, type Pool } from "pg";

export interface Captured {
  text: string;
  /** Startup options of its connection. */
  options: string;
}

interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  "Plan Rows": number;
  Plans?: PlanNode[];
}

export interface Scan {
  table: string;
  text: string;
}

/** Nodes that pass rows on one by one, so that a limit above them ends the nodes below. */
const PASSES_ON = ["Limit", "Gather", "Gather Merge", "Append", "Result", "Subquery Scan", "Nested Loop"];

/** Whether the node asks its n-th child for one row after the other. A hash join reads its second child whole. */
const passesOn = (type: string, n: number): boolean =>
  PASSES_ON.includes(type) || (type === "Hash Join" && n === 0);

/** Sequential scans that no limit ends early. */
function scansIn(node: PlanNode, isLimited = false): PlanNode[] {
  const type = node["Node Type"];
  if (type === "Seq Scan") return isLimited ? [] : [node];
  const limits = isLimited || type === "Limit";
  return (node.Plans ?? []).flatMap((child, n) => scansIn(child, limits && passesOn(type, n)));
}

/** The large tables with their numbers of rows. */
async function largeTables(pool: Pool, rows: number): Promise<Map<string, number>> {
  const { rows: found } = await pool.query<{ name: string; rows: number }>(
    `select relname as name, reltuples::float8 as rows from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples >= $1`,
    [rows],
  );
  return new Map(found.map((table) => [table.name, table.rows]));
}

const isRead = (text: string): boolean => /^\s*(select|with)\b/i.test(text);

/** Some statements contain values in their text, such as the current time: they count once. */
const withoutValues = (text: string): string => text.replaceAll(/'(?:[^']|'')*'/g, "'...'");

/** Explains the generic plan of a statement, on a connection with the same role and policies. */
async function scansOf(client: Client, { text }: Captured): Promise<PlanNode[]> {
  const { rows } = await client.query<{ "QUERY PLAN": [{ Plan: PlanNode }] }>(
    `explain (generic_plan, format json) ${text}`,
  );
  return scansIn(rows[0]!["QUERY PLAN"][0].Plan);
}

/**
 * A fifth of a table's rows lie in almost all of its pages, so reading it whole is right for a statement that needs
 * more, such as an admin's total.
 */
const FEW = 0.2;

/** The statements that read a table with at least `rows` rows from end to end for a part of its rows. */
export async function findSequentialScans(
  { pool, url }: { pool: Pool; url: string },
  captured: readonly Captured[],
  rows: number,
): Promise<Scan[]> {
  const large = await largeTables(pool, rows);
  const isWasteful = (scan: PlanNode): boolean => {
    const all = large.get(scan["Relation Name"]!);
    return all !== undefined && scan["Plan Rows"] < all * FEW;
  };
  const scans: Scan[] = [];
  const different = new Map(
    captured.map((statement) => [`${statement.options} ${withoutValues(statement.text)}`, statement]),
  );
  for (const [options, statements] of Map.groupBy(different.values(), (statement) => statement.options)) {
    const client = new Client({ connectionString: url, options });
    await client.connect();
    try {
      for (const statement of statements.filter(({ text }) => isRead(text))) {
        const wasteful = (await scansOf(client, statement)).filter(isWasteful);
        for (const table of new Set(wasteful.map((scan) => scan["Relation Name"]!)))
          scans.push({ table, text: statement.text });
      }
    } finally {
      await client.end();
    }
  }
  return scans;
}
