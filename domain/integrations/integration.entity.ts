import { defineEntity, p } from "@mikro-orm/core";
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
    id: p.uuid().primary(),
    kind: p.enum(INTEGRATION_KINDS).$type<IntegrationKind>().unique(),
    /** What may be shown. */
    settings: p.json<Record<string, unknown>>(),
    /** Names of the configured secrets. */
    secretNames: p.array<string>(),
    /** The secrets as sealed JSON. */
    sealedSecrets: p.text().hidden(),
    updatedBy: () => p.manyToOne(User),
    updatedAt: p.datetime(),
    testedAt: p.datetime().nullable(),
    testOk: p.boolean().nullable(),
    testProblem: p.enum(INTEGRATION_PROBLEMS).$type<IntegrationProblem>().nullable(),
    testDetail: p.text().nullable(),
    /** Failed uses in a row. */
    failures: p.integer().default(0),
    failingSince: p.datetime().nullable(),
  },
});

/** The settings of one service that this one works with; there is at most one of each kind. */
export class Integration extends IntegrationSchema.class {}
IntegrationSchema.setClass(Integration);
