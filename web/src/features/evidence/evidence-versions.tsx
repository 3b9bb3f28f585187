import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { Card } from "../../ui/card.tsx";
import { Note } from "../../ui/note.tsx";
import { When } from "../../ui/when.tsx";
import layout from "../../ui/layout.module.css";
import styles from "./evidence.module.css";
import { isToReplace } from "./is-to-replace.ts";
import { NewVersion } from "./new-version.tsx";
import { versionsQuery, type EvidenceDetail } from "./evidence.queries.ts";

/** Lists all versions, links to comparisons, and takes a new one. */
export function EvidenceVersions({ evidence }: { evidence: EvidenceDetail }) {
  const { id } = evidence;
  const { t } = useTranslation();
  const { data } = useQuery(versionsQuery(id));
  if (data === undefined) return null;
  return (
    <Card flush title={t("viewer.versions")}>
      <ul className={layout["list"]}>
        {data.versions.map(({ id: other, version, uploader, uploaded_at: at }) => (
          <li key={other}>
            <span className={layout["grow"]}>
              <Link
                to="/evidence/$evidenceId"
                params={{ evidenceId: other }}
                aria-current={other === id ? "page" : undefined}
              >
                {t("viewer.versionOf", { version })}
              </Link>{" "}
              <Note>
                {uploader?.name} · <When at={at} />
              </Note>
            </span>
            {other !== id && (
              <Link
                to="/evidence/$evidenceId"
                params={{ evidenceId: id }}
                search={{ compare: other }}
                aria-label={t("viewer.compareWith", { version })}
              >
                {t("diff.compare")}
              </Link>
            )}
          </li>
        ))}
      </ul>
      <div className={styles["newVersion"]}>
        {!isToReplace(evidence) && <NewVersion evidence={evidence} />}
      </div>
    </Card>
  );
}
