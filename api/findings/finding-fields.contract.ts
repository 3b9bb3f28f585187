import { z } from "zod";
import { SEVERITIES } from "../../domain/findings/finding.rules.ts";
import { ControlRef, Instant } from "../common.contract.ts";
import { schemaNames } from "../../platform/web/schema-names.ts";

const DEPTH_MAX = 20;
const DATA_CHARACTERS_MAX = 20_000;

/** Not recursive: a hostile body is nested as deep as it is long. */
function isDeeperThan(depth: number, value: unknown): boolean {
  let level = [value];
  for (let n = 0; n <= depth; n += 1) {
    level = level.flatMap((item): unknown[] =>
      typeof item === "object" && item !== null ? Object.values(item) : [],
    );
    if (level.length === 0) return false;
  }
  return true;
}

const IntegrationData = z
  .record(z.string(), z.unknown())
  .refine((data) => !isDeeperThan(DEPTH_MAX, data), `is nested more than ${DEPTH_MAX} deep`)
  .refine(
    (data) => isDeeperThan(DEPTH_MAX, data) || JSON.stringify(data).length <= DATA_CHARACTERS_MAX,
    `is more than ${DATA_CHARACTERS_MAX} characters of JSON`,
  )
  .meta({ description: "Details from the integration, kept as received" })
  .register(schemaNames, { id: "IntegrationData" });

export const Text = z.string().trim().min(1).max(10_000);
export const Name = z.string().trim().min(1).max(100);
const DueDate = Instant.nullable().meta({
  description: "null derives it from the severity: 7, 30, 90 or 180 days; none for Info",
});

/** The writable fields of a finding. */
export const findingFields = {
  title: z.string().trim().min(1).max(200),
  description: z.string().max(10_000),
  severity: z.enum(SEVERITIES),
  category: Name,
  control_id: ControlRef.nullable(),
  due_date: DueDate,
};

/** The same for a new finding. */
export const withDefaults = {
  ...findingFields,
  description: findingFields.description.default(""),
  category: findingFields.category.default("general"),
  control_id: findingFields.control_id.default(null),
  due_date: findingFields.due_date.default(null),
  integration_data: IntegrationData.nullable().default(null),
};
