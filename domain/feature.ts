import type { EntityClass, EntitySchema } from "@mikro-orm/postgresql";
import type { AccessRules } from "./access/access-rule.ts";
import type { SubjectRows } from "./access/allowed-among.ts";
import type { EventDefinition } from "./events/event-definition.ts";
import type { WorkflowDefinitions } from "./events/workflow-definition.ts";
import type { Starters } from "./events/workflow-start.ts";
import type { ExpiringRows } from "./expiring-rows.ts";
import type { Hook } from "./moment.ts";
import type { WaitingWork } from "./waiting-work.ts";

/** The declaration of a feature of the domain, in its `feature.ts`. `features.ts` lists them all. */
export interface Feature {
  /** Its tables. */
  entities: readonly (EntityClass | EntitySchema)[];
  /** The access rules for its rows. */
  access?: AccessRules;
  /** Its rows whose permissions callers can query, by subject. */
  subjects?: Readonly<Record<string, SubjectRows>>;
  /** Its kinds of events. */
  events?: Readonly<Record<string, EventDefinition>>;
  /** The workflows that these events start. */
  starts?: Starters;
  /** Its workflows. */
  workflows?: WorkflowDefinitions;
  /** Its rows that housekeeping deletes. */
  expires?: ExpiringRows;
  /** Its folders of the blob store, each with the table whose ids are the names of its subfolders. */
  blobFolders?: Readonly<Record<string, string>>;
  /** Its work that may be waiting, by the name that administrators see. */
  backlog?: Readonly<Record<string, WaitingWork>>;
  /** The suffix of its own task queue, so that its work does not wait for other work. */
  queue?: string;
  /** Its hooks at moments of lower features. */
  hooks?: readonly Hook[];
}
