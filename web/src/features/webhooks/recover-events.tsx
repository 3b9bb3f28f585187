import { Button, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import { clockAt } from "../../i18n/clock-at.ts";
import { momentOfClock } from "../../i18n/moment-of-clock.ts";
import { Note } from "../../ui/note.tsx";
import { Problem } from "../../ui/problem.tsx";
import { useToast } from "../../ui/toast.tsx";
import { useAsking } from "../../ui/use-asking.ts";
import layout from "../../ui/layout.module.css";
import { useProfile } from "../identity/use-profile.ts";
import type { Webhook } from "./webhook.queries.ts";

const HOUR_MS = 3_600_000;

/** A time as the field has it: the clock of the user's time zone, to the minute. */
const clockText = (time: number, timeZone: string): string =>
  new Date(clockAt(time, timeZone)).toISOString().slice(0, 16);

/** The time in the field, as ISO 8601. */
const timeIn = (text: string, timeZone: string): string =>
  new Date(momentOfClock(Date.parse(`${text}Z`), timeZone)).toISOString();

/** When the webhook began to fail, and a bit earlier, as events are older than their first attempt; or a day ago. */
const startOf = ({ failing_since: failing }: Webhook): number =>
  failing === null ? Date.now() - 24 * HOUR_MS : Date.parse(failing) - HOUR_MS;

/** Sends what was missed; returns the number of events. A long period takes several requests. */
async function recoverAll(id: string, since: string): Promise<number> {
  let count = 0;
  for (let after: string | undefined; ;) {
    const body: { since: string; after?: string } = after === undefined ? { since } : { since, after };
    const answer = await api.POST("/webhooks/{id}/recover", { params: { path: { id } }, body });
    const recovery = answer.data?.data;
    count += recovery?.deliveries ?? 0;
    if (recovery?.continue_after == null) return count;
    after = recovery.continue_after;
  }
}

function RecoverForm({ webhook, onDone }: { webhook: Webhook; onDone: () => void }) {
  const { t } = useTranslation();
  const { timezone } = useProfile().preferences;
  const queries = useQueryClient();
  const toast = useToast();
  const [since, setSince] = useState(() => clockText(startOf(webhook), timezone));
  const { id } = webhook;
  const recover = useMutation({
    mutationFn: () => recoverAll(id, timeIn(since, timezone)),
    onSuccess: async (count) => {
      await queries.invalidateQueries({ queryKey: ["webhooks", "deliveries", id] });
      toast({ text: count === 0 ? t("webhooks.recoveredNone") : t("webhooks.recovered", { count }) });
      onDone();
    },
  });
  return (
    <div className={layout["ask"]} role="group" aria-label={t("webhooks.recover")}>
      <TextInput
        type="datetime-local"
        size="xs"
        label={t("webhooks.recoverSince")}
        description={t("webhooks.recoverHint")}
        max={clockText(Date.now(), timezone)}
        value={since}
        onChange={({ currentTarget: { value } }) => setSince(value)}
      />
      <Note>{t("audit.zone", { timezone })}</Note>
      {recover.isError && <Problem error={recover.error} />}
      <div className={layout["inline"]}>
        <Button disabled={since === ""} loading={recover.isPending} onClick={() => recover.mutate()}>
          {t("webhooks.recover")}
        </Button>
        <Button variant="default" onClick={onDone}>
          {t("action.cancel")}
        </Button>
      </div>
    </div>
  );
}

/** Sends what the webhook missed since a time, such as while its receiver was down. */
export function RecoverEvents({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation();
  const { isAsking, wasAsking, ask, leave } = useAsking();
  if (isAsking) return <RecoverForm webhook={webhook} onDone={leave} />;
  return (
    <Button variant="default" autoFocus={wasAsking} onClick={ask}>
      {t("webhooks.recover")}…
    </Button>
  );
}
