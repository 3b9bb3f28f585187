import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { IconCircleCheck } from "@tabler/icons-react";
import { useState } from "react";
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { CatalogueText } from "../../ui/catalogue-text.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Note } from "../../ui/note.tsx";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import layout from "../../ui/layout.module.css";
import table from "../../ui/table.module.css";
import { gapsQuery, type Gap } from "./project.queries.ts";
import styles from "./project.module.css";

const FIRST = 6;
const TONES: Record<Gap["reasons"][number], Tone> = {
  no_evidence: "bad",
  evidence_pending: "warn",
  evidence_expired: "bad",
  evidence_unread: "bad",
  low_quality: "warn",
  open_findings: "warn",
};

function GapRow({ gap, projectId }: { gap: Gap; projectId: string }) {
  const { t } = useTranslation();
  const { control, reasons, unread_evidence: unread, evidence_hints: hints } = gap;
  const isNamed = reasons[0] === "evidence_unread";
  const asksForUpload = reasons[0] === "no_evidence" && hints.length > 0;
  return (
    <li>
      <div className={styles["gap"]}>
        <span className={table["code"]}>{control.number}</span>
        <span>
          <Link
            className={table["rowLink"]}
            to="/projects/$projectId/controls"
            params={{ projectId }}
            search={{ control: control.number }}
          >
            <CatalogueText>{control.title}</CatalogueText>
          </Link>
          <br />
          <Note>
            {asksForUpload ? (
              <>
                {t("gaps.hint")} <CatalogueText>{hints.join(", ")}</CatalogueText>
              </>
            ) : (
              t(`gapAction.${reasons[0]!}`)
            )}
            {isNamed &&
              unread.map(({ id, title }, n) => (
                <span key={id}>
                  {n === 0 ? ": " : ", "}
                  <q>{title}</q>
                </span>
              ))}
          </Note>
        </span>
        <span className={styles["reasons"]}>
          {reasons.map((reason) => (
            <Badge key={reason} tone={TONES[reason]}>
              {t(`gapReason.${reason}`)}
            </Badge>
          ))}
        </span>
      </div>
    </li>
  );
}

/** The gaps of a project, most severe first. */
export function Gaps({ projectId }: { projectId: string }) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  return (
    <Card title={t("gaps.title")} flush className={layout["half"]}>
      <WhenLoaded query={useQuery(gapsQuery(projectId))}>
        {({ gaps }) =>
          gaps.length === 0 ? (
            <Empty title={t("gaps.none")} icon={IconCircleCheck} />
          ) : (
            <>
              <ul className={layout["list"]}>
                {gaps.slice(0, all ? undefined : FIRST).map((gap) => (
                  <GapRow key={gap.control.id} gap={gap} projectId={projectId} />
                ))}
              </ul>
              {gaps.length > FIRST && (
                <Button
                  size="sm"
                  variant="subtle"
                  fullWidth
                  radius={0}
                  onClick={() => setAll(!all)}
                  data-screen-only
                >
                  {all ? t("gaps.fewer") : t("gaps.all", { count: gaps.length })}
                </Button>
              )}
            </>
          )
        }
      </WhenLoaded>
    </Card>
  );
}
