import { z } from "zod";
import { readCatalogue } from "../../domain/frameworks/read-catalogue.ts";
import { AppError, type FieldError } from "../../platform/errors.ts";
import type { LargeBody } from "../route.ts";
import { schemaNames } from "../../platform/web/schema-names.ts";

export const ImportFrameworkBody = z
  .strictObject({
    $schema: z.string().optional(),
    catalog: z.record(z.string(), z.unknown()).meta({
      description:
        "OSCAL catalogue; uuid, metadata.title, metadata.version, groups and controls with their props and parts are read",
    }),
  })
  .meta({
    description: "An OSCAL catalogue as JSON",
    examples: [
      {
        catalog: {
          uuid: "74c8ba1e-5cd4-4ad1-bbfd-d888e2f6c724",
          metadata: { title: "House rules", version: "1.0" },
          groups: [{ title: "Access", controls: [{ id: "hr-1", title: "Keys are returned" }] }],
        },
      },
    ],
  })
  .register(schemaNames, { id: "ImportFrameworkBody" })
  .transform(({ catalog }, ctx) => {
    try {
      return readCatalogue(catalog);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { field, error: message } = error.details as unknown as FieldError;
      ctx.addIssue({ code: "custom", path: field.split("."), message });
      return z.NEVER;
    }
  });

/**
 * Of NIST SP 800-53, the largest catalogue in use, revision 4 has 92,000, and the 370 controls of the high
 * baseline of revision 5 have 83,000.
 */
export const FRAMEWORK_BODY: LargeBody = {
  values: 500_000,
  schema: { module: import.meta.url, name: "ImportFrameworkBody" },
};
