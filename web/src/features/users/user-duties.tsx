import { queryOptions, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { ACTIVE_STATUSES } from "../../../../domain/findings/finding.rules.ts";
import { rootApi, dataOf } from "../../http/client.ts";
import { Note } from "../../ui/note.tsx";
import layout from "../../ui/layout.module.css";
import { allControlsQuery } from "../controls/control.queries.ts";
import type { User } from "./user.queries.ts";

const MAX_FINDINGS = 20;

const findingsOfQuery = (id: string) =>
  queryOptions({
    queryKey: ["findings", "of user", id],
    queryFn: ({ signal }) => {
      const query = { assigned_to: id, status: ACTIVE_STATUSES.join(","), limit: MAX_FINDINGS };
      return dataOf(rootApi.GET("/api/findings", { params: { query }, signal }));
    },
  });

/** The controls and open findings of a user, which need someone else when they leave. */
export function UserDuties({ user: { id, active } }: { user: User }) {
  const { t } = useTranslation();
  const controls = useQuery(allControlsQuery({ owner: id, limit: 1 })).data?.pagination.total ?? 0;
  const found = useQuery(findingsOfQuery(id)).data;
  const findings = found?.findings ?? [];
  if (controls === 0 && findings.length === 0) return null;
  const others = (found?.pagination.total ?? 0) - findings.length;
  return (
    <section aria-label={t("users.duties")}>
      <h3>{t("users.duties")}</h3>
      {!active && <Note>{t("users.dutiesHint")}</Note>}
      <ul className={layout["rows"]}>
        {controls > 0 && (
          <li>
            <Link to="/controls" search={{ owner: id }}>
              {t("allControls.count", { count: controls })}
            </Link>
          </li>
        )}
        {findings.map(({ id: findingId, project_id: projectId, title }) => (
          <li key={findingId}>
            <Link to="/projects/$projectId/findings" params={{ projectId }} search={{ finding: findingId }}>
              {t("users.findingOf", { title })}
            </Link>
          </li>
        ))}
        {others > 0 && <li>{t("users.moreFindings", { count: others })}</li>}
      </ul>
    </section>
  );
}
