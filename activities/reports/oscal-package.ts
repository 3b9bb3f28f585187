import { v5 } from "uuid";
import { planOfAction } from "../../domain/reports/oscal-poam.rules.ts";
import { assessmentResults } from "../../domain/reports/oscal-results.rules.ts";
import type { ProjectData } from "../../domain/project-data/project-data.ts";
import { jsonEntry, type ZipEntry } from "./write-zip.ts";

const NAMES = "6f1b7c0e-52a4-4d0e-9a53-0d6f3f6f8d11";

/** The UUIDv5 of a name: always the same for the same name. */
export const idOfName = (name: string): string => v5(name, NAMES);

/** The project in OSCAL; the POA&M is omitted if nothing is open. */
export function oscalPackage(data: ProjectData): ZipEntry[] {
  const results = jsonEntry("assessment-results.json", assessmentResults(data, idOfName));
  const plan = planOfAction(data, idOfName);
  return plan === null ? [results] : [results, jsonEntry("poam.json", plan)];
}
