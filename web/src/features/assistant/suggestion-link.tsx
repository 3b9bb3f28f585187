import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { AnswerOf } from "../../http/answer-of.ts";

export type Suggestion = AnswerOf<"/ai/suggestions">["suggestions"][number];

interface SuggestionLinkProps {
  projectId: string;
  suggestion: Suggestion;
}

/** Links to where the user can follow the suggestion; a control shows its evidence and findings. */
export function SuggestionLink({ projectId, suggestion: { type, control } }: SuggestionLinkProps) {
  const { t } = useTranslation();
  const params = { projectId };
  const title = t(`suggestion.${type}`, { control });
  const search = control === null ? {} : { control };
  if (type === "evidence_upload")
    return (
      <Link to="/projects/$projectId/evidence" params={params} search={search}>
        {title}
      </Link>
    );
  if (type === "policy_generation")
    return (
      <Link to="/projects/$projectId/policies" params={params} search={{ ...search, open: "new" }}>
        {title}
      </Link>
    );
  return (
    <Link to="/projects/$projectId/controls" params={params} search={search}>
      {title}
    </Link>
  );
}
