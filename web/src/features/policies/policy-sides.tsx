import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import { forgetDeleted } from "../../http/forget-deleted.ts";
import { useFormat } from "../../i18n/use-format.ts";
import { useMessage } from "../../i18n/use-message.ts";
import { withLocalValues } from "../../i18n/with-local-values.ts";
import { ConfirmedAction } from "../../ui/confirmed-action.tsx";
import { Card } from "../../ui/card.tsx";
import { Note } from "../../ui/note.tsx";
import { Pager } from "../../ui/pager.tsx";
import { Parts } from "../../ui/parts.tsx";
import { useToast } from "../../ui/toast.tsx";
import { When } from "../../ui/when.tsx";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import layout from "../../ui/layout.module.css";
import { policyVersionsQuery, type Policy, type PolicyVersion } from "./policy.queries.ts";
import styles from "./policies.module.css";

/** Every version, the latest first; `shown` is null while the page shows none. */
export function PolicyVersions({ policy, shown }: { policy: Policy; shown: number | null }) {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const query = useQuery(policyVersionsQuery(policy.id, page));
  return (
    <Card title={t("policies.versions")} flush>
      <WhenLoaded query={query} lines={2}>
        {({ versions }) => (
          <ul className={styles["versions"]}>
            {versions.map(({ version, mode, generator, generated_at: at }) => (
              <li key={version}>
                <Link
                  from="/policies/$policyId"
                  to="."
                  search={version === policy.version ? {} : { version }}
                  aria-current={version === shown}
                >
                  {t("policies.versionOf", { version })}
                  <Note>
                    <Parts>
                      <span>{t(`policyMode.${mode}`)}</span>
                      {generator && <span>{generator.name}</span>}
                      <span>
                        <When at={at} />
                      </span>
                    </Parts>
                  </Note>
                </Link>
                {shown !== null && version !== shown && (
                  <Link
                    from="/policies/$policyId"
                    to="."
                    search={(before) => ({ ...before, compare: version })}
                    aria-label={t("diff.compareWith", { one: version, other: shown })}
                  >
                    {t("diff.compare")}
                  </Link>
                )}
              </li>
            ))}
          </ul>
        )}
      </WhenLoaded>
      <Pager query={query} page={page} onPage={setPage} />
    </Card>
  );
}

type Reason = PolicyVersion["quality_reasons"][number];

function ReasonRow({ reason: { message, result, values, points, of } }: { reason: Reason }) {
  const format = useFormat();
  const say = useMessage();
  const code = result === null ? null : `policyQuality.${result}`;
  const { text, lang } = say(code, withLocalValues(message, format), values);
  return (
    <li>
      <span className={layout["grow"]} lang={lang}>
        {text}
      </span>
      <Note>
        {points} / {of}
      </Note>
    </li>
  );
}

/** The reasons for its quality score. */
export function PolicyQuality({ reasons }: { reasons: PolicyVersion["quality_reasons"] }) {
  const { t } = useTranslation();
  return (
    <Card title={t("policies.reasons")} flush>
      <ul className={layout["list"]}>
        {reasons.map((reason) => (
          <ReasonRow key={reason.check} reason={reason} />
        ))}
      </ul>
    </Card>
  );
}

export function PolicyDeletion({ policy: { id, project_id: projectId } }: { policy: Policy }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();
  const remove = () => api.DELETE("/policies/{id}", { params: { path: { id } } });
  const onRemoved = async () => {
    if (projectId === null) await navigate({ to: "/" });
    else await navigate({ to: "/projects/$projectId/policies", params: { projectId } });
    toast({ text: t("policies.deleted") });
    await forgetDeleted(queries, "policies");
  };
  return (
    <div>
      <ConfirmedAction
        text={t("policies.delete")}
        warning={t("policies.deleteWarning")}
        run={remove}
        onDone={onRemoved}
      />
    </div>
  );
}
