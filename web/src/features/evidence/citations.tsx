import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { placeOfPassage } from "../../../../domain/evidence/evidence-page.rules.ts";
import { Note } from "../../ui/note.tsx";
import styles from "./citations.module.css";

interface Citation {
  evidence_id: string;
  chunk_id: string;
  page: number | null;
  title: string;
  quote: string;
}

const passageOf = ({ chunk_id: id }: Citation): { passage?: string } => {
  const place = placeOfPassage(id);
  return place === null ? {} : { passage: place };
};

/** The sources of an answer; each opens the file with the passage highlighted. */
export function Citations({ citations }: { citations: readonly Citation[] }) {
  const { t } = useTranslation();
  if (citations.length === 0) return null;
  return (
    <ol className={styles["citations"]} aria-label={t("assistant.sources")}>
      {citations.map((citation, index) => (
        <li key={index}>
          <Link
            to="/evidence/$evidenceId"
            params={{ evidenceId: citation.evidence_id }}
            search={passageOf(citation)}
          >
            {citation.title}
          </Link>
          {citation.page !== null && <Note> · {t("viewer.page", { page: citation.page })}</Note>}
          <blockquote>{citation.quote}</blockquote>
        </li>
      ))}
    </ol>
  );
}
