import { z } from "zod";
import {
  frameworkControlId,
  type Framework,
  type FrameworkControl,
  TRUST_CATEGORIES,
} from "../../domain/frameworks/framework.rules.ts";
import { builtInFramework } from "../../domain/frameworks/catalogue.rules.ts";
import { FRAMEWORK_IMPORTS, type ImportedFramework } from "../../domain/frameworks/framework.commands.ts";
import { defineView } from "../define-schemas.ts";

const FrameworkId = z
  .string()
  .meta({ description: "Id of the framework, as in a project's `framework`", examples: ["soc2"] });
const Source = z.enum(["built_in", "imported"]);

const FrameworkControlView = defineView("FrameworkControl", {
  id: z.string(),
  number: z.string(),
  title: z.string(),
  category: z.string(),
  trust_category: z.enum(TRUST_CATEGORIES),
  summary: z.string(),
});

const summary = {
  id: FrameworkId,
  name: z.string(),
  description: z.string(),
  version: z.string(),
  language: z.string().nullable().meta({
    description: "Language of the texts (BCP 47), such as `en`; null if the catalogue does not state it",
  }),
  source: Source,
};

export const FrameworkList = defineView("FrameworkList", {
  frameworks: z.array(z.object({ ...summary, controls: z.array(FrameworkControlView) })),
});

export const FrameworkParams = z.strictObject({ id: FrameworkId.max(100) });

export const FrameworkImportView = defineView("FrameworkImport", {
  ...summary,
  outcome: z.enum(FRAMEWORK_IMPORTS),
  controls: z.int().meta({ description: "Number of controls, without withdrawn ones" }),
});

const presentControl = (frameworkId: string, control: FrameworkControl) => ({
  id: frameworkControlId(frameworkId, control.number),
  number: control.number,
  title: control.title,
  category: control.category,
  trust_category: control.trustCategory,
  summary: control.summary,
});

const presentSummary = ({ id, name, description, version, language }: Framework) => ({
  id,
  name,
  description,
  version,
  language,
  source: builtInFramework(id) === undefined ? ("imported" as const) : ("built_in" as const),
});

export const presentFrameworks = (all: readonly Framework[]): z.infer<typeof FrameworkList> => ({
  frameworks: all.map((framework) => ({
    ...presentSummary(framework),
    controls: framework.controls.map((control) => presentControl(framework.id, control)),
  })),
});

export const presentImport = ({
  framework,
  outcome,
}: ImportedFramework): z.infer<typeof FrameworkImportView> => ({
  ...presentSummary(framework),
  outcome,
  controls: framework.controls.length,
});
