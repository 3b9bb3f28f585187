import type { Client } from "@elastic/elasticsearch";
import { SEARCH_NULL, type SearchFilter } from "../../domain/access/to-search-filter.ts";
import type { Kind } from "./access-world.ts";

type Field =
  | { type: "keyword"; null_value: string }
  | { type: "boolean" }
  | { type?: "nested"; properties: Record<string, Field> };

const keyword: Field = { type: "keyword", null_value: SEARCH_NULL };
const flag: Field = { type: "boolean" };
const related = (properties: Record<string, Field>): Field => ({ properties });

const person = { id: keyword, role: keyword, manager: related({ id: keyword }) };
const project: Record<string, Field> = {
  id: keyword,
  status: keyword,
  demo: flag,
  deletingAt: keyword,
  customer: related(person),
  auditor: related(person),
  createdBy: related(person),
  team: { type: "nested", properties: { role: keyword, user: related(person) } },
};

/** What an index needs to hold of each kind for its rules to be asked there. */
const FIELDS: Record<Kind, Record<string, Field>> = {
  user: { ...person, demoAllowed: flag, active: flag },
  project,
  control: { id: keyword, status: keyword, owner: related(person), project: related(project) },
  evidence: {
    id: keyword,
    status: keyword,
    approvedAt: keyword,
    uploadedBy: related(person),
    project: related(project),
  },
  finding: { id: keyword, status: keyword, project: related(project) },
  agent: { id: keyword, kind: keyword, project: related(project) },
  report: { id: keyword, status: keyword, project: related(project) },
  questionnaire: { id: keyword, status: keyword, project: related(project) },
  policy: { id: keyword, type: keyword, owner: related(person), project: related(project) },
  audit_entry: { id: keyword, actorId: keyword, project: related(project) },
  event: { id: keyword, ownerId: keyword, project: related(project) },
  ai_job: { id: keyword, status: keyword, project: related(project) },
  conversation: { id: keyword, owner: related(person), project: related(project) },
  notification: { id: keyword, user: related(person), project: related(project) },
  webhook: { id: keyword, url: keyword, owner: related(person) },
  api_key: { id: keyword, kind: keyword, owner: related(person) },
};

type Row = Record<string, unknown> | null;

function documentOf(row: Row, fields: Record<string, Field>): Record<string, unknown> {
  const valueOf = (name: string, field: Field): unknown => {
    const value = row?.[name] ?? null;
    if (!("properties" in field)) return value;
    if (field.type === "nested")
      return value === null ? [] : [...(value as Row[])].map((item) => documentOf(item, field.properties));
    return documentOf(value as Row, field.properties);
  };
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, valueOf(name, field)]));
}

/** An index for the rows of every kind; only those are found that were put there as what is asked for. */
export interface AccessIndex {
  add(kind: Kind, rows: readonly object[]): Promise<void>;
  /** Ids of the rows of a kind that pass the filter. */
  find(kind: Kind, filter: SearchFilter): Promise<string[]>;
}

export async function createAccessIndex(client: Client, index: string): Promise<AccessIndex> {
  const properties = Object.assign({ rowKind: keyword }, ...Object.values(FIELDS)) as Record<string, Field>;
  await client.indices.create({ index, mappings: { dynamic: "strict", properties } });
  return {
    add: async (rowKind, rows) => {
      const operations = rows.flatMap((row) => {
        const document = documentOf(row as Row, FIELDS[rowKind]);
        return [{ index: { _id: document["id"] as string } }, { ...document, rowKind }];
      });
      const { errors, items } = await client.bulk({ index, operations, refresh: true });
      if (errors) throw new Error(JSON.stringify(items.find((item) => item.index?.error !== undefined)));
    },
    find: async (rowKind, filter) => {
      const query = { bool: { filter: [{ term: { rowKind } }, filter] } };
      const { hits } = await client.search({ index, size: 1_000, _source: false, query });
      return hits.hits.map(({ _id: id }) => id ?? "");
    },
  };
}
