import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import { AddressPager } from "../../ui/address-pager.tsx";
import { ConfirmedAction } from "../../ui/confirmed-action.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { Note } from "../../ui/note.tsx";
import { Problem } from "../../ui/problem.tsx";
import { RowList } from "../../ui/row-list.tsx";
import { useToast } from "../../ui/toast.tsx";
import { When } from "../../ui/when.tsx";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import layout from "../../ui/layout.module.css";
import { ownSessionsQuery, type OwnSession } from "./me.queries.ts";

const route = getRouteApi("/signed-in/me");
const PAGE_ROWS = 8;

interface RowProps {
  session: OwnSession;
}

/** Ending all other sessions also revokes consents, so refresh both. */
function useRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ["me"] });
}

/** Such as "Firefox on Linux". */
function BrowserName({ browser, system }: Pick<OwnSession, "browser" | "system">) {
  const { t } = useTranslation();
  const name = browser ?? t("me.unknownBrowser");
  return system === null ? name : t("me.browserOn", { browser: name, system });
}

function Facts({ session }: RowProps) {
  const { t } = useTranslation();
  const { current, address, created_at: since, last_used_at: used, expires_at: until } = session;
  return (
    <Note>
      {address !== null && `${address}, `}
      {t("me.signedIn")} <When at={since} />,{" "}
      {used !== null && !current && (
        <>
          {t("me.lastUsed")} <When at={used} />,{" "}
        </>
      )}
      {t("me.ends")} <When at={until} />
    </Note>
  );
}

function Row({ session }: RowProps) {
  const { id, current } = session;
  const { t } = useTranslation();
  const toast = useToast();
  const refresh = useRefresh();
  const end = useMutation({
    mutationFn: () => api.DELETE("/users/me/sessions/{id}", { params: { path: { id } } }),
    onSuccess: async () => {
      await refresh();
      toast({ text: t("me.sessionEnded") });
    },
  });
  return (
    <li>
      <span className={layout["grow"]}>
        <BrowserName {...session} />
        <div>
          <Facts session={session} />
        </div>
        {end.isError && <Problem error={end.error} />}
      </span>
      {current ? (
        <Badge tone="good">{t("me.thisSession")}</Badge>
      ) : (
        <Button variant="default" loading={end.isPending} onClick={() => end.mutate()}>
          {t("me.endSession")}
        </Button>
      )}
    </li>
  );
}

function EndOthers() {
  const { t } = useTranslation();
  const toast = useToast();
  const refresh = useRefresh();
  const onEnded = async () => {
    await refresh();
    toast({ text: t("me.othersEnded") });
  };
  return (
    <ConfirmedAction
      text={t("me.endOthers")}
      warning={t("me.endOthersWarning")}
      run={() => api.DELETE("/users/me/sessions")}
      onDone={onEnded}
    />
  );
}

/** Lists the user's sessions, and ends them. */
export function SessionsCard() {
  const { t } = useTranslation();
  const { sessions: page = 1 } = route.useSearch();
  const query = useQuery(ownSessionsQuery({ page, limit: PAGE_ROWS }));
  const total = query.data?.pagination.total ?? 0;
  return (
    <Card title={t("me.sessions")}>
      <WhenLoaded query={query} lines={2}>
        {({ sessions }) => (
          <RowList label={t("me.sessions")}>
            {sessions.map((session) => (
              <Row key={session.id} session={session} />
            ))}
          </RowList>
        )}
      </WhenLoaded>
      <AddressPager query={query} name="sessions" resetScroll={false} />
      {total > 1 && (
        <div className={layout["actions"]}>
          <EndOthers />
        </div>
      )}
    </Card>
  );
}
