import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Check } from "../../ui/check.tsx";
import { CheckList } from "../../ui/check-list.tsx";
import { NothingFound } from "../../ui/nothing-found.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { catalogueQuery } from "./webhook.queries.ts";

interface EventChoiceProps {
  chosen: string[];
  onChoose: (events: string[]) => void;
}

const ALL = "*";

/** Some of many types of events, which their code or their description finds. */
function EventTypes({ chosen, onChoose }: EventChoiceProps) {
  const { t } = useTranslation();
  const { data } = useQuery(catalogueQuery);
  const [words, setWords] = useState("");
  const wanted = words.trim().toLowerCase();
  const found = (data?.events ?? []).filter(({ event, summary }) =>
    `${event} ${summary}`.toLowerCase().includes(wanted),
  );
  return (
    <>
      <SearchField label={t("webhooks.findEvent")} value={words} onSearch={(text = "") => setWords(text)} />
      {data !== undefined && found.length === 0 ? (
        <NothingFound />
      ) : (
        <CheckList
          legend={
            chosen.length === 0 ? t("webhooks.events") : t("webhooks.chosenEvents", { count: chosen.length })
          }
          options={found.map(({ event }) => ({ value: event, label: event }))}
          chosen={chosen}
          onChoose={onChoose}
        />
      )}
    </>
  );
}

/** The events a webhook receives: all, or selected types. */
export function EventChoice({ chosen, onChoose }: EventChoiceProps) {
  const { t } = useTranslation();
  const isAll = chosen.includes(ALL);
  return (
    <>
      <Check checked={isAll} onCheck={(is) => onChoose(is ? [ALL] : [])}>
        {t("webhooks.everything")}
      </Check>
      {!isAll && <EventTypes chosen={chosen} onChoose={onChoose} />}
    </>
  );
}
