import { useQueryClient } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useCallback } from "react";
import { policyQuery } from "../policies/policy.queries.ts";
import { questionnaireQuery } from "../questionnaires/questionnaire.queries.ts";
import { evidenceQuery } from "./evidence.queries.ts";

/** Reads the project of the current screen: from its address, or from what the screen has loaded. */
export function useProjectHere(): () => string | null | undefined {
  const queries = useQueryClient();
  const { projectId, evidenceId, policyId, questionnaireId } = useParams({ strict: false });
  return useCallback(() => {
    if (projectId !== undefined) return projectId;
    if (evidenceId !== undefined) return queries.getQueryData(evidenceQuery(evidenceId).queryKey)?.project_id;
    if (policyId !== undefined) return queries.getQueryData(policyQuery(policyId).queryKey)?.project_id;
    if (questionnaireId === undefined) return undefined;
    return queries.getQueryData(questionnaireQuery(questionnaireId).queryKey)?.project_id;
  }, [queries, projectId, evidenceId, policyId, questionnaireId]);
}
