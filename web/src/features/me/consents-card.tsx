import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import type { Scope } from "../../../../domain/users/user.rules.ts";
import { ConfirmedAction } from "../../ui/confirmed-action.tsx";
import { Card } from "../../ui/card.tsx";
import { Note } from "../../ui/note.tsx";
import { RowList } from "../../ui/row-list.tsx";
import { useToast } from "../../ui/toast.tsx";
import { When } from "../../ui/when.tsx";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import layout from "../../ui/layout.module.css";
import { consentsQuery, type Consent } from "./me.queries.ts";

function Row({ consent: { client_id: id, name, scopes, latest_at: at } }: { consent: Consent }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const toast = useToast();
  const revoke = () => api.DELETE("/users/me/consents/{id}", { params: { path: { id } } });
  const onRevoked = async () => {
    await queries.invalidateQueries({ queryKey: ["me"] });
    toast({ text: t("me.consentRevoked", { name }) });
  };
  return (
    <li>
      <span className={layout["grow"]}>
        {name}
        <div>
          <Note>
            {scopes.map((scope) => t(`scope.${scope as Scope}`)).join(", ")} · {t("me.given")}{" "}
            <When at={at} />
          </Note>
        </div>
      </span>
      <ConfirmedAction
        text={t("me.revoke")}
        warning={t("me.revokeWarning", { name })}
        run={revoke}
        onDone={onRevoked}
      />
    </li>
  );
}

/** Lists the applications with access, and revokes it. */
export function ConsentsCard() {
  const { t } = useTranslation();
  const query = useQuery(consentsQuery);
  return (
    <Card title={t("me.consents")}>
      <WhenLoaded query={query} lines={2}>
        {({ consents }) => (
          <RowList label={t("me.consents")} empty={t("me.noConsents")}>
            {consents.map((consent) => (
              <Row key={consent.client_id} consent={consent} />
            ))}
          </RowList>
        )}
      </WhenLoaded>
    </Card>
  );
}
