import { TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { Check } from "../../ui/check.tsx";
import { CheckList } from "../../ui/check-list.tsx";
import { NothingFound } from "../../ui/nothing-found.tsx";
import { catalogueQuery } from "./webhook.queries.ts";

interface EventChoiceProps {
  chosen: string[];
  onChoose: (events: string[]) => void;
}

const ALL = "*";

/** Enter would submit the form around the field. */
const submitNothing = (event: KeyboardEvent): void => {
  if (event.key === "Enter") event.preventDefault();
};

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
      <TextInput
        type="search"
        aria-label={t("webhooks.findEvent")}
        placeholder={t("webhooks.findEvent")}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={words}
        onChange={({ currentTarget }) => setWords(currentTarget.value)}
        onKeyDown={submitNothing}
      />
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
