import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Card } from "../../ui/card.tsx";
import { Markdown } from "../../ui/markdown.tsx";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import layout from "../../ui/layout.module.css";
import { policyQuery } from "./policy.queries.ts";
import styles from "./policies.module.css";

interface ConflictProps {
  policyId: string;
  mine: string;
  onSaveMine: (tag: string | null) => void;
  onTakeTheirs: () => void;
}

/** Someone else saved first: shows both texts and lets the user choose. */
export function PolicyConflict({ policyId, mine, onSaveMine, onTakeTheirs }: ConflictProps) {
  const { t } = useTranslation();
  return (
    <WhenLoaded query={useQuery({ ...policyQuery(policyId), staleTime: 0 })}>
      {({ content, version, tag }) => (
        <div className={layout["stack"]}>
          <div role="alert">
            <strong>{t("policies.conflict")}</strong>
            <p>{t("policies.conflictHint")}</p>
          </div>
          <div className={layout["inline"]}>
            <Button size="xs" onClick={() => onSaveMine(tag)}>
              {t("policies.saveMine")}
            </Button>
            <Button size="xs" variant="default" onClick={onTakeTheirs}>
              {t("policies.takeTheirs")}
            </Button>
          </div>
          <div className={styles["both"]}>
            <Card title={t("policies.theirs", { version })}>
              <Markdown text={content} />
            </Card>
            <Card title={t("policies.mine")}>
              <Markdown text={mine} />
            </Card>
          </div>
        </div>
      )}
    </WhenLoaded>
  );
}
