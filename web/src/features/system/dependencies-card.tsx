import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../i18n/use-format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { Note } from "../../ui/note.tsx";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import table from "../../ui/table.module.css";
import { backlogQuery, dependenciesQuery, type Dependencies } from "./system.queries.ts";

const NAMED = [
  "postgres",
  "elasticsearch",
  "temporal",
  "worker",
  "blobs",
  "disk",
  "signing_keys",
  "retrieval",
] as const;
type Named = (typeof NAMED)[number];

const isNamed = (name: string): name is Named => (NAMED as readonly string[]).includes(name);

/** A worker that stops counts as up until it misses its next poll, so its last one is shown. */
function LastSeen() {
  const { t } = useTranslation();
  const { data, dataUpdatedAt } = useQuery(backlogQuery);
  const polls = (data?.task_queues ?? []).flatMap(({ last_polled_at: at }) => at ?? []);
  const last = polls.toSorted().at(-1);
  if (last === undefined) return null;
  const seconds = Math.max(0, Math.round((dataUpdatedAt - Date.parse(last)) / 1_000));
  return (
    <div>
      <Note>{t("system.lastSeen", { count: seconds })}</Note>
    </div>
  );
}

function Row({ name, dependency }: { name: string; dependency: Dependencies[string] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { status, milliseconds, free_bytes: free } = dependency;
  const isUp = status === "up";
  const answered = isUp ? t("webhooks.milliseconds", { count: milliseconds }) : "–";
  return (
    <tr>
      <td>
        {isNamed(name) ? t(`dependency.${name}`) : name}
        {isUp && (
          <div className={table["under"]} data-narrow>
            {answered}
          </div>
        )}
        {!isUp && isNamed(name) && (
          <div>
            <Note>{t(`dependencyDown.${name}`)}</Note>
          </div>
        )}
        {name === "worker" && <LastSeen />}
        {free !== undefined && (
          <div>
            <Note>{t("system.free", { size: format.bytes(free) })}</Note>
          </div>
        )}
      </td>
      <td data-number data-wide>
        {answered}
      </td>
      <td>
        <Badge tone={isUp ? "good" : "bad"}>{t(isUp ? "system.up" : "system.down")}</Badge>
      </td>
    </tr>
  );
}

/** The dependencies of the service and their state. */
export function DependenciesCard() {
  const { t } = useTranslation();
  const columns = [
    { text: t("system.dependency") },
    { text: t("system.answered"), number: true, wide: true },
    { text: t("users.status") },
  ];
  return (
    <Card flush title={t("system.dependencies")}>
      <WhenLoaded query={useQuery(dependenciesQuery)} lines={4}>
        {(dependencies) => (
          <DataTable columns={columns}>
            {Object.entries(dependencies).map(([name, dependency]) => (
              <Row key={name} name={name} dependency={dependency} />
            ))}
          </DataTable>
        )}
      </WhenLoaded>
    </Card>
  );
}
