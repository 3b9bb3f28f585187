import { defineEntity, p } from "@mikro-orm/core";
import { newId } from "../../platform/ids.ts";
import { User } from "../users/user.entity.ts";
import {
  INTEGRATION_KINDS,
  INTEGRATION_PROBLEMS,
  type IntegrationKind,
  type IntegrationProblem,
} from "./integration.rules.ts";

const IntegrationSchema = defineEntity({
  name: "Integration",
  tableName: "integrations",
  properties: {
    id: p.uuid().primary().onCreate(newId),
    kind: p.enum(INTEGRATION_KINDS).$type<IntegrationKind>().unique(),
    /** The public settings. */
    settings: p.json<Record<string, unknown>>(),
    /** Names of the configured secrets. */
    secretNames: p.array<string>(),
    /** The secrets as encrypted JSON. */
    sealedSecrets: p.text().hidden(),
    updatedBy: () => p.manyToOne(User),
    updatedAt: p.datetime(),
    testedAt: p.datetime().nullable(),
    testOk: p.boolean().nullable(),
    testProblem: p.enum(INTEGRATION_PROBLEMS).$type<IntegrationProblem>().nullable(),
    testDetail: p.text().nullable(),
    /** Consecutive failed uses. */
    failures: p.integer().default(0),
    failingSince: p.datetime().nullable(),
  },
});

/** The settings of an external service, at most one of each kind. */
export class Integration extends IntegrationSchema.class {}
IntegrationSchema.setClass(Integration);
