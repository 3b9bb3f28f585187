import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../i18n/use-format.ts";
import { Card } from "../../ui/card.tsx";
import { Note } from "../../ui/note.tsx";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import layout from "../../ui/layout.module.css";
import { answerSuggestionsQuery, suggestionsQuery } from "./assistant.queries.ts";
import { SuggestionLink, type Suggestion } from "./suggestion-link.tsx";

/** The gap that a suggestion closes, which has a sentence in every language. */
const GAP_OF = {
  evidence_upload: "no_evidence",
  evidence_review: "evidence_pending",
  evidence_renewal: "evidence_expired",
  evidence_improvement: "low_quality",
  finding_resolution: "open_findings",
} as const;

const hasGap = (type: string): type is keyof typeof GAP_OF => Object.hasOwn(GAP_OF, type);

/** In English, the API's own words, with examples; in other languages, ours. */
function Description({ suggestion: { type, description, points } }: { suggestion: Suggestion }) {
  const { t, i18n } = useTranslation();
  const format = useFormat();
  if (i18n.language === "en") return <Note>{description}</Note>;
  if (type === "policy_generation") return <Note>{t("assistant.policyDraft")}</Note>;
  if (!hasGap(type))
    return (
      <Note>
        <span lang="en">{description}</span>
      </Note>
    );
  const gain = points >= 0.05 ? ` ${t("assistant.points", { points: format.number(points) })}` : "";
  return <Note>{`${t(`gapAction.${GAP_OF[type]}`)}.${gain}`}</Note>;
}

function Rows({ projectId, suggestions }: { projectId: string; suggestions: readonly Suggestion[] }) {
  const { t } = useTranslation();
  return (
    <ul className={layout["list"]}>
      {suggestions.length === 0 && (
        <li>
          <Note>{t("assistant.noSuggestions")}</Note>
        </li>
      )}
      {suggestions.map((suggestion) => (
        <li key={`${suggestion.type} ${suggestion.control}`}>
          <span className={layout["grow"]}>
            <SuggestionLink projectId={projectId} suggestion={suggestion} />
            <br />
            <Description suggestion={suggestion} />
          </span>
        </li>
      ))}
    </ul>
  );
}

interface SuggestionsProps {
  projectId: string;
  conversationId: string | undefined;
}

/** Next steps: about the control of the latest answer, otherwise those of the project that gain most. */
export function Suggestions({ projectId, conversationId = "" }: SuggestionsProps) {
  const { t } = useTranslation();
  const ofAnswer = useQuery(answerSuggestionsQuery(conversationId)).data;
  const ofProject = useQuery(suggestionsQuery(projectId));
  if (ofAnswer != null)
    return (
      <Card title={t("assistant.suggestionsFor", { control: ofAnswer.control })} flush>
        <Rows projectId={projectId} suggestions={ofAnswer.suggestions} />
      </Card>
    );
  return (
    <Card title={t("assistant.suggestions")} flush>
      <WhenLoaded query={ofProject} lines={3}>
        {({ suggestions }) => <Rows projectId={projectId} suggestions={suggestions} />}
      </WhenLoaded>
    </Card>
  );
}
