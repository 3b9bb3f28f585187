import { z } from "zod";
import { PROJECT_STATUSES } from "../../domain/projects/project.rules.ts";
import { schemaNames } from "../../platform/web/schema-names.ts";
import { NamedId, PageOf, several } from "../common.contract.ts";
import { ControlQuery, ControlView } from "./controls.contract.ts";

export const AllControlsQuery = ControlQuery.extend({
  project_id: NamedId.optional().meta({ description: "Only controls of this project" }),
  project_status: several(PROJECT_STATUSES, "Only controls of projects with these statuses"),
});

const ControlInProjectView = ControlView.extend({ project_name: z.string() }).register(schemaNames, {
  id: "ControlInProject",
});

export const AllControls = PageOf("controls", ControlInProjectView, "AllControls");
