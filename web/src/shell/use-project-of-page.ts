import { useParams } from "@tanstack/react-router";
import { useEffect, useState } from "react";

/** The project of the page, and how pages set it. A page that has yet to load its own keeps that of the page before. */
export function useProjectOfPage() {
  const { projectId, evidenceId, policyId, questionnaireId } = useParams({ strict: false });
  const [latest, setLatest] = useState(projectId);
  useEffect(() => {
    if (projectId !== undefined) setLatest(projectId);
  }, [projectId]);
  const isWithin = (evidenceId ?? policyId ?? questionnaireId) !== undefined;
  return [projectId ?? (isWithin ? latest : undefined), setLatest] as const;
}
