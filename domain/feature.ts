import type { EntityClass, EntitySchema } from "@mikro-orm/postgresql";
import type { AccessRules } from "./access/access-rule.ts";
import type { EventDefinition } from "./events/catalogue/event-definition.ts";
import type { UnderWay } from "./events/under-way.ts";
import type { Starters } from "./events/workflow-start.ts";
import type { Hook } from "./moment.ts";

/** What a feature of the domain is, in one place: its `feature.ts`. `features.ts` lists them all. */
export interface Feature {
  /** Its tables. */
  entities: readonly (EntityClass | EntitySchema)[];
  /** Who may do what to its rows. */
  access?: AccessRules;
  /** What can happen to them. */
  events?: Readonly<Record<string, EventDefinition>>;
  /** The workflows that these events start, and the rows that say that one is at work. */
  starts?: Starters;
  underWay?: Readonly<Record<string, UnderWay>>;
  /** What it does at moments that lower features name. */
  hooks?: readonly Hook[];
}
