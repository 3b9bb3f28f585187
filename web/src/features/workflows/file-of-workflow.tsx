import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { evidenceQuery } from "../evidence/evidence.queries.ts";
import type { FailedWorkflow } from "./workflow.queries.ts";

const ABOUT_FILES = ["ingestEvidence", "refreshEvidence", "watchEvidenceExpiry"];
const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/;

/** The id of the evidence that a workflow is about, which its own id contains. */
const evidenceOf = ({ type, id }: FailedWorkflow): string | undefined =>
  ABOUT_FILES.includes(type) ? UUID.exec(id)?.[0] : undefined;

/** The file that a workflow is about, if it is about one that is still there. */
export function FileOfWorkflow({ workflow }: { workflow: FailedWorkflow }) {
  const id = evidenceOf(workflow);
  const query = evidenceQuery(id ?? "");
  const { data } = useQuery({ ...query, enabled: id !== undefined, refetchInterval: false });
  if (data === undefined) return null;
  return (
    <div>
      <Link to="/evidence/$evidenceId" params={{ evidenceId: data.id }}>
        {data.title}
      </Link>
    </div>
  );
}
