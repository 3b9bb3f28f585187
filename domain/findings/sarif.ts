import { z } from "zod";

/** The parts of SARIF 2.1.0 that are read; the rest is ignored. */

const Message = z.looseObject({
  text: z.string().optional(),
  id: z.string().optional(),
  arguments: z.array(z.string()).default([]),
});
const Properties = z.record(z.string(), z.unknown()).default({});
const Level = z.enum(["none", "note", "warning", "error"]);
const Index = z.int().min(-1).optional();

const Rule = z.looseObject({
  id: z.string(),
  name: z.string().optional(),
  shortDescription: Message.optional(),
  helpUri: z.string().optional(),
  messageStrings: z.record(z.string(), Message).default({}),
  defaultConfiguration: z.looseObject({ level: Level.optional() }).optional(),
  properties: Properties,
});
const Component = z.looseObject({
  name: z.string().trim().min(1),
  version: z.string().optional(),
  rules: z.array(Rule).default([]),
});
const ArtifactLocation = z.looseObject({ uri: z.string().optional(), index: Index });
const Location = z.looseObject({
  physicalLocation: z
    .looseObject({
      artifactLocation: ArtifactLocation.optional(),
      region: z.looseObject({ startLine: z.int().optional() }).optional(),
    })
    .optional(),
  logicalLocations: z
    .array(z.looseObject({ name: z.string().optional(), fullyQualifiedName: z.string().optional() }))
    .default([]),
});

export const SarifResult = z.looseObject({
  ruleId: z.string().optional(),
  ruleIndex: Index,
  rule: z
    .looseObject({
      id: z.string().optional(),
      index: Index,
      toolComponent: z.looseObject({ index: Index }).optional(),
    })
    .optional(),
  kind: z.enum(["notApplicable", "pass", "fail", "review", "open", "informational"]).default("fail"),
  level: Level.optional(),
  message: Message.default({ arguments: [] }),
  locations: z.array(Location).default([]),
  correlationGuid: z.string().optional(),
  fingerprints: z.record(z.string(), z.string()).default({}),
  partialFingerprints: z.record(z.string(), z.string()).default({}),
  baselineState: z.string().optional(),
  suppressions: z.array(z.looseObject({ status: z.string().optional() })).default([]),
  properties: Properties,
});

export const SarifRun = z.looseObject({
  tool: z.looseObject({ driver: Component, extensions: z.array(Component).default([]) }),
  artifacts: z.array(z.looseObject({ location: ArtifactLocation.optional() })).default([]),
  /** Each is parsed separately. */
  results: z.array(z.unknown()).nullish(),
});

export const SarifLog = z.looseObject({
  version: z.literal("2.1.0", "send SARIF 2.1.0"),
  runs: z.array(SarifRun),
});

export type SarifMessage = z.infer<typeof Message>;
export type SarifRule = z.infer<typeof Rule>;
export type SarifLevel = z.infer<typeof Level>;
