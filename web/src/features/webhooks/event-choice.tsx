import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Check } from "../../ui/check.tsx";
import { CheckList } from "../../ui/check-list.tsx";
import { catalogueQuery } from "./webhook.queries.ts";

interface EventChoiceProps {
  chosen: string[];
  onChoose: (events: string[]) => void;
}

const ALL = "*";

/** The events a webhook receives: all, or selected types. */
export function EventChoice({ chosen, onChoose }: EventChoiceProps) {
  const { t } = useTranslation();
  const { data } = useQuery(catalogueQuery);
  const isAll = chosen.includes(ALL);
  return (
    <>
      <Check checked={isAll} onCheck={(is) => onChoose(is ? [ALL] : [])}>
        {t("webhooks.everything")}
      </Check>
      {!isAll && (
        <CheckList
          legend={t("webhooks.events")}
          options={data?.events.map(({ event }) => ({ value: event, label: event })) ?? []}
          chosen={chosen}
          onChoose={onChoose}
        />
      )}
    </>
  );
}
