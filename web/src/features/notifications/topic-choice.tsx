import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import { CheckList } from "../../ui/check-list.tsx";
import { Problem } from "../../ui/problem.tsx";
import { useProfile } from "../identity/use-profile.ts";
import type { Notification } from "./notification.queries.ts";

type Topic = Notification["topic"];
const TOPICS: readonly Topic[] = ["critical", "reports", "general"];

/** The topics of the user's notifications; saved to the account. */
export function TopicChoice() {
  const { t } = useTranslation();
  const { id, preferences } = useProfile();
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: (muted: Topic[]) =>
      api.PUT("/users/{id}", { params: { path: { id } }, body: { preferences: { muted } } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["profile"] }),
  });
  const muted = (change.isPending ? change.variables : preferences.muted) ?? [];
  return (
    <>
      <CheckList
        legend={t("notifications.topics")}
        options={TOPICS.map((value) => ({ value, label: t(`notifications.${value}`) }))}
        chosen={TOPICS.filter((topic) => !muted.includes(topic))}
        onChoose={(chosen) => change.mutate(TOPICS.filter((topic) => !chosen.includes(topic)))}
      />
      {change.error !== null && <Problem error={change.error} />}
    </>
  );
}
