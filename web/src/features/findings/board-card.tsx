import { Button, Menu } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { FindingStatus } from "../../../../domain/findings/finding.rules.ts";
import { Badge } from "../../ui/badge.tsx";
import { Note } from "../../ui/note.tsx";
import board from "../../ui/board.module.css";
import { SeverityBadge } from "./finding-badges.tsx";
import type { Finding } from "./finding.queries.ts";
import { withFinding } from "./findings-search.ts";
import { mustExplain } from "./must-explain.ts";

interface BoardCardProps {
  finding: Finding;
  isChosen: boolean;
  onHold: (finding: Finding | null) => void;
  onMove: (to: FindingStatus) => void;
}

/** The alternative to dragging, for keyboards and touch screens. */
function MoveMenu({ finding, onMove }: Pick<BoardCardProps, "finding" | "onMove">) {
  const { t } = useTranslation();
  const targets = finding.next_statuses.filter((to) => to !== finding.status);
  if (targets.length === 0) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          size="compact-xs"
          variant="light"
          color="gray"
          aria-label={t("findings.moveOne", { title: finding.title })}
        >
          {t("findings.move")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {targets.map((to) => (
          <Menu.Item key={to} onClick={() => onMove(to)}>
            {t(`findingMove.${to}`)}
            {mustExplain(finding.status, to) && "…"}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** A finding on the board; drag it, or use its menu. */
export function BoardCard({ finding, isChosen, onHold, onMove }: BoardCardProps) {
  const { t } = useTranslation();
  const { id, title, severity, next_statuses: next, assigned_to: assigned, overdue } = finding;
  return (
    <li
      className={board["card"]}
      aria-current={isChosen}
      draggable={next.length > 0}
      onDragStart={() => onHold(finding)}
      onDragEnd={() => onHold(null)}
    >
      <Link
        from="/projects/$projectId/findings"
        to="."
        search={withFinding(id)}
        resetScroll={false}
        draggable={false}
      >
        {title}
      </Link>
      <div className={board["marks"]}>
        <SeverityBadge severity={severity} />
        {overdue && <Badge tone="bad">{t("home.overdue")}</Badge>}
      </div>
      <div className={board["foot"]}>
        <Note>{assigned?.name ?? "–"}</Note>
        <MoveMenu finding={finding} onMove={onMove} />
      </div>
    </li>
  );
}
