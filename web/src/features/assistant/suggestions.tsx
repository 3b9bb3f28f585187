import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { AnswerOf } from "../../http/answer-of.ts";
import { Card } from "../../ui/card.tsx";
import { Note } from "../../ui/note.tsx";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import layout from "../../ui/layout.module.css";
import { suggestionsQuery } from "./assistant.queries.ts";

type Suggestion = AnswerOf<"/ai/suggestions">["suggestions"][number];

/** Links to where the user can follow the suggestion. */
function Action({ projectId, suggestion }: { projectId: string; suggestion: Suggestion }) {
  const { type, title, control } = suggestion;
  const params = { projectId };
  const search = control === null ? {} : { control };
  if (type === "finding_resolution")
    return (
      <Link to="/projects/$projectId/findings" params={params}>
        {title}
      </Link>
    );
  if (type === "evidence_upload")
    return (
      <Link to="/projects/$projectId/evidence" params={params} search={search}>
        {title}
      </Link>
    );
  return (
    <Link to="/projects/$projectId/controls" params={params} search={search}>
      {title}
    </Link>
  );
}

/** Next steps, ordered by their gain; each links to where it is done. */
export function Suggestions({ projectId }: { projectId: string }) {
  const { t } = useTranslation();
  return (
    <Card title={t("assistant.suggestions")} flush>
      <WhenLoaded query={useQuery(suggestionsQuery(projectId))} lines={3}>
        {({ suggestions }) => (
          <ul className={layout["list"]}>
            {suggestions.length === 0 && (
              <li>
                <Note>{t("assistant.noSuggestions")}</Note>
              </li>
            )}
            {suggestions.map((suggestion, index) => (
              <li key={index}>
                <span className={layout["grow"]}>
                  <Action projectId={projectId} suggestion={suggestion} />
                  <br />
                  <Note>{suggestion.description}</Note>
                </span>
              </li>
            ))}
          </ul>
        )}
      </WhenLoaded>
    </Card>
  );
}
