import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../i18n/use-format.ts";
import { Card } from "../../ui/card.tsx";
import { Note } from "../../ui/note.tsx";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import layout from "../../ui/layout.module.css";
import { answerSuggestionsQuery, suggestionsQuery } from "./assistant.queries.ts";
import { SuggestionLink, type Suggestion } from "./suggestion-link.tsx";

/** In the API's words, which are English; the title has the user's. */
function Description({ text }: { text: string }) {
  const { i18n } = useTranslation();
  return <Note>{i18n.language === "en" ? text : <span lang="en">{text}</span>}</Note>;
}

function Rows({ projectId, suggestions }: { projectId: string; suggestions: readonly Suggestion[] }) {
  const { t, i18n } = useTranslation();
  const format = useFormat();
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
            <Description text={suggestion.description} />
            {i18n.language !== "en" && suggestion.points > 0 && (
              <Note> {t("assistant.points", { points: format.number(suggestion.points) })}</Note>
            )}
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
