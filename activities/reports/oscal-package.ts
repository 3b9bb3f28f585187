import { planOfAction } from "../../domain/reports/oscal-poam.rules.ts";
import { assessmentResults } from "../../domain/reports/oscal-results.rules.ts";
import type { ProjectData } from "../../domain/project-data/project-data.ts";
import { idOfName } from "./id-of-name.ts";
import { jsonEntry } from "./bytes-entry.ts";
import type { ZipEntry } from "./write-zip.ts";

/** The project in OSCAL; the POA&M is omitted if nothing is open. */
export function oscalPackage(data: ProjectData): ZipEntry[] {
  const results = jsonEntry("assessment-results.json", assessmentResults(data, idOfName));
  const plan = planOfAction(data, idOfName);
  return plan === null ? [results] : [results, jsonEntry("poam.json", plan)];
}
