import { expect } from "@jest/globals";
import { formWith } from "../../testkit/form-with.ts";
import type { ApiClient } from "./api-client.ts";

/** Uploads a questionnaire, as CSV or a workbook; returns its id. */
export async function uploadQuestionnaire(
  by: Pick<ApiClient, "fetch">,
  projectId: string,
  file: Parameters<typeof formWith>[1],
): Promise<string> {
  const body = formWith({ project_id: projectId }, file);
  const response = await by.fetch("/api/v1/questionnaires", { method: "POST", body });
  expect(response.status).toBe(201);
  return ((await response.json()) as { data: { id: string } }).data.id;
}
