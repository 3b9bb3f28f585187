import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { Card } from "../../ui/card.tsx";
import { Note } from "../../ui/note.tsx";
import { PagedRows } from "../../ui/paged-rows.tsx";
import { When } from "../../ui/when.tsx";
import layout from "../../ui/layout.module.css";
import styles from "./evidence.module.css";
import { isToReplace } from "./is-to-replace.ts";
import { NewVersion } from "./new-version.tsx";
import { olderVersions, versionsQuery, type Evidence, type EvidenceDetail } from "./evidence.queries.ts";

interface VersionProps {
  version: Evidence;
  /** The version that is shown. */
  id: string;
}

function Version({ version: { id: other, version, uploader, uploaded_at: at }, id }: VersionProps) {
  const { t } = useTranslation();
  return (
    <li>
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
  );
}

/** Lists all versions, links to comparisons, and takes a new one. */
export function EvidenceVersions({ evidence }: { evidence: EvidenceDetail }) {
  const { id } = evidence;
  const { t } = useTranslation();
  return (
    <Card flush title={t("viewer.versions")}>
      <PagedRows
        label={t("viewer.versions")}
        className={layout["list"]}
        lines={1}
        query={useQuery(versionsQuery(id))}
        older={olderVersions(id)}
        rowsOf={({ versions }) => versions}
        textOf={(count) => t("viewer.olderVersions", { count })}
      >
        {(version) => <Version key={version.id} version={version} id={id} />}
      </PagedRows>
      <div className={styles["newVersion"]}>
        {!isToReplace(evidence) && <NewVersion evidence={evidence} />}
      </div>
    </Card>
  );
}
