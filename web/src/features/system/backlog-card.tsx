import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../i18n/use-format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { Note } from "../../ui/note.tsx";
import { When } from "../../ui/when.tsx";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import layout from "../../ui/layout.module.css";
import { backlogQuery, type Backlog } from "./system.queries.ts";

/** In the order in which work passes through the service. */
const KINDS = [
  "events",
  "publications",
  "deliveries",
  "retries",
  "ingestions",
  "failed_ingestions",
  "whatsapp_messages",
] as const;
type Kind = (typeof KINDS)[number];

/** Work that waits longer than this needs attention. */
const LATE_MS: Readonly<Record<Kind, number>> = {
  events: 60_000,
  publications: 60_000,
  deliveries: 300_000,
  retries: Infinity,
  ingestions: 900_000,
  failed_ingestions: 0,
  whatsapp_messages: 300_000,
};

function State({ kind, work: { waiting, since } }: { kind: Kind; work: Backlog[Kind] }) {
  const { t } = useTranslation();
  if (waiting === 0) return <Badge tone="good">{t("system.nothing")}</Badge>;
  const isLate = since !== null && Date.now() - Date.parse(since) > LATE_MS[kind];
  return <Badge tone={isLate ? "warn" : "accent"}>{t(isLate ? "system.late" : "system.moving")}</Badge>;
}

function Row({ kind, work }: { kind: Kind; work: Backlog[Kind] }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <tr>
      <td className={layout["grow"]}>
        {t(`backlog.${kind}`)}
        <div data-narrow>
          {t("system.waiting")}: {format.number(work.waiting)}
        </div>
        <div>
          <Note>{t(`backlogHint.${kind}`)}</Note>
        </div>
      </td>
      <td data-number data-wide>
        {format.number(work.waiting)}
      </td>
      <td data-wide>{work.since === null ? "–" : <When at={work.since} />}</td>
      <td>
        <State kind={kind} work={work} />
      </td>
    </tr>
  );
}

/** The backlog of the whole service. */
export function BacklogCard() {
  const { t } = useTranslation();
  const columns = [
    { text: t("system.work") },
    { text: t("system.waiting"), number: true, wide: true },
    { text: t("system.since"), wide: true },
    { text: t("users.status") },
  ];
  return (
    <Card flush title={t("system.backlog")}>
      <WhenLoaded query={useQuery(backlogQuery)}>
        {(backlog) => (
          <DataTable columns={columns}>
            {KINDS.map((kind) => (
              <Row key={kind} kind={kind} work={backlog[kind]} />
            ))}
          </DataTable>
        )}
      </WhenLoaded>
    </Card>
  );
}
