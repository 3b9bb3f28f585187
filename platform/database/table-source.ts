import { sql, type AliasableExpression, type AliasedExpression, type Expression } from "kysely";
import type { EntityMetadata, EntityProperty } from "@mikro-orm/postgresql";

interface Join {
  table: AliasedExpression<unknown, string>;
  kind: "inner" | "left";
  /** The columns that are equal. */
  on: readonly [Expression<unknown>, Expression<unknown>];
}

/** A table of a statement under its alias, and the to-one relations joined to it so far. */
export class TableSource {
  readonly meta: EntityMetadata;
  readonly alias: string;
  /** All joins of the statement, in the order in which they depend on each other. */
  readonly joins: Join[];
  readonly #isOptional: boolean;
  readonly #joined = new Map<string, TableSource>();

  constructor(meta: EntityMetadata, alias = "e", joins: Join[] = [], isOptional = false) {
    this.meta = meta;
    this.alias = alias;
    this.joins = joins;
    this.#isOptional = isOptional;
  }

  get table(): AliasedExpression<unknown, string> {
    return sql.table(this.meta.tableName).as(this.alias);
  }

  property(name: string): EntityProperty {
    const { properties, className } = this.meta;
    if (!Object.hasOwn(properties, name)) throw new Error(`${className} has no attribute "${name}"`);
    return properties[name]!;
  }

  column({ fieldNames, name }: EntityProperty): AliasableExpression<unknown> {
    const [column] = fieldNames ?? [];
    if (column === undefined || fieldNames.length > 1)
      throw new Error(`${this.meta.className}.${name} is not one column`);
    return sql.ref(`${this.alias}.${column}`);
  }

  /** The related row. Rows without one stay, and have null for its attributes. */
  related(prop: EntityProperty): TableSource {
    const known = this.#joined.get(prop.name);
    if (known !== undefined) return known;
    const isOptional = this.#isOptional || prop.nullable === true;
    const alias = `${this.alias}${this.joins.length + 1}`;
    const related = new TableSource(prop.targetMeta!, alias, this.joins, isOptional);
    const key = sql.ref(`${alias}.${prop.referencedColumnNames[0]!}`);
    this.joins.push({
      table: related.table,
      kind: isOptional ? "left" : "inner",
      on: [this.column(prop), key],
    });
    this.#joined.set(prop.name, related);
    return related;
  }
}
