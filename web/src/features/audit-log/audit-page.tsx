import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, getRouteApi } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { en } from "../../i18n/en.ts";
import { endOfDay, startOfDay } from "../../i18n/day-bounds.ts";
import { useFormat } from "../../i18n/use-format.ts";
import { AddressSearch } from "../../ui/address-search.tsx";
import { DayField } from "../../ui/day-field.tsx";
import { AddressPager } from "../../ui/address-pager.tsx";
import { Card } from "../../ui/card.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { Empty } from "../../ui/empty.tsx";
import { FilterSelect } from "../../ui/filter-select.tsx";
import { Note } from "../../ui/note.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { SidePanel } from "../../ui/side-panel.tsx";
import { useFilter } from "../../ui/use-filter.ts";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import layout from "../../ui/layout.module.css";
import table from "../../ui/table.module.css";
import { useProfile } from "../identity/use-profile.ts";
import { AuditPanel } from "./audit-panel.tsx";
import { auditEntryQuery, auditListQuery, type AuditEntry, type AuditInput } from "./audit-log.queries.ts";
import type { AuditSearch } from "./audit-search.ts";
import { NarrowedTo } from "./narrowed-to.tsx";
import { Verification } from "./verification.tsx";

const route = getRouteApi("/signed-in/settings/audit-log");
const PAGE_ROWS = 50;

type Kind = keyof typeof en.auditKind;

/** An entry without a user: an unauthenticated caller, or the service itself. */
const whoElse = (action: string) =>
  action.startsWith("auth.") ? ("audit.nobody" as const) : ("audit.system" as const);

/** Includes whole days in the user's time zone. */
const filterOf = ({ q, kind, from, until, by, subject }: AuditSearch, timeZone: string): AuditInput => ({
  search: q,
  actor_id: by,
  subject_kind: kind,
  subject_id: subject,
  ...(from === undefined ? {} : { occurred_after: startOfDay(from, timeZone) }),
  ...(until === undefined ? {} : { occurred_before: endOfDay(until, timeZone) }),
});

function Filters({ entries }: { entries: readonly AuditEntry[] }) {
  const { t, i18n } = useTranslation();
  const search = route.useSearch();
  const filter = useFilter<AuditSearch>();
  const day = (name: "from" | "until") => (
    <label className={layout["labelled"]}>
      {t(`audit.${name}`)}
      <DayField
        value={search[name] ?? ""}
        onChange={(day) => filter({ [name]: day === "" ? undefined : day })}
      />
    </label>
  );
  return (
    <div className={layout["toolbar"]} role="search">
      <AddressSearch label={t("audit.find")} />
      <FilterSelect
        name="kind"
        label={t("audit.kind")}
        any={t("audit.anyKind")}
        searchable
        data={Object.entries(t("auditKind", { returnObjects: true }))
          .map(([value, label]) => ({ value, label }))
          .toSorted((a, b) => a.label.localeCompare(b.label, i18n.language))}
      />
      {day("from")}
      {day("until")}
      <NarrowedTo search={search} entries={entries} />
    </div>
  );
}

function Row({ entry, isChosen }: { entry: AuditEntry; isChosen: boolean }) {
  const { t, i18n } = useTranslation();
  const format = useFormat();
  const { position, action, actor, subject_kind: kind } = entry;
  const isKnown = i18n.exists(`auditKind.${kind}`);
  return (
    <tr aria-selected={isChosen}>
      <td data-number data-wide>
        {format.number(position)}
      </td>
      <td data-wide>{format.dateTime(entry.occurred_at)}</td>
      <td>
        <Link
          from="/settings/audit-log"
          to="."
          search={(before) => ({ ...before, entry: position })}
          resetScroll={false}
          className={`${table["rowLink"]} ${table["code"]}`}
        >
          {action}
        </Link>
        <div data-narrow>
          <Note>{format.dateTime(entry.occurred_at)}</Note>
        </div>
      </td>
      <td>{actor?.name ?? (entry.actor_id === null ? t(whoElse(action)) : "–")}</td>
      <td data-wide>{isKnown ? t(`auditKind.${kind as Kind}`) : kind}</td>
    </tr>
  );
}

function Entries({ entries, chosen }: { entries: readonly AuditEntry[]; chosen: number | undefined }) {
  const { t } = useTranslation();
  if (entries.length === 0) return <Empty title={t("audit.none")}>{t("audit.noneHint")}</Empty>;
  return (
    <DataTable
      columns={[
        { text: t("audit.position"), number: true, wide: true },
        { text: t("audit.when"), wide: true },
        { text: t("audit.what") },
        { text: t("audit.who") },
        { text: t("audit.about"), wide: true },
      ]}
    >
      {entries.map((entry) => (
        <Row key={entry.position} entry={entry} isChosen={entry.position === chosen} />
      ))}
    </DataTable>
  );
}

function Export({ search }: { search: AuditSearch }) {
  const { t } = useTranslation();
  const { timezone } = useProfile().preferences;
  const query = new URLSearchParams(filterOf(search, timezone) as Record<string, string>);
  return (
    <Button
      component="a"
      href={`/api/v1/audit-log/export?${query}`}
      // A refusal does not take the place of the page.
      download
      variant="default"
      leftSection={<IconDownload size={15} aria-hidden />}
    >
      {t("action.csv")}
    </Button>
  );
}

interface ChosenProps {
  position: number;
  /** The entry if the page shows it. */
  shown: AuditEntry | undefined;
  onClose: () => void;
}

/** The entry in the address, which may be on no page of the list. */
function Chosen({ position, shown, onClose }: ChosenProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const query = useQuery({ ...auditEntryQuery(position), enabled: shown === undefined });
  const entry = shown ?? query.data;
  if (entry != null) return <AuditPanel entry={entry} onClose={onClose} />;
  return (
    <SidePanel title={t("audit.entry", { position: format.number(position) })} onClose={onClose}>
      <WhenLoaded query={query}>{() => <Empty title={t("audit.noEntry")} />}</WhenLoaded>
    </SidePanel>
  );
}

/** The audit log; administrators can also verify that it was not altered. */
export function AuditPage() {
  const { t } = useTranslation();
  const search = route.useSearch();
  const { entry: chosen, page = 1 } = search;
  const navigate = route.useNavigate();
  const { role, preferences } = useProfile();
  const filter = filterOf(search, preferences.timezone);
  const query = useQuery(auditListQuery({ ...filter, limit: PAGE_ROWS, page }));
  const total = query.data?.pagination.total;
  return (
    <>
      <PageTitle title={t("audit.title")}>
        {total !== undefined && (
          <Note>
            {t("audit.count", { count: total })} · {t("audit.zone", { timezone: preferences.timezone })}
          </Note>
        )}
        <Export search={search} />
      </PageTitle>
      <Filters entries={query.data?.entries ?? []} />
      <div className={layout["stack"]}>
        {/* Other roles see only part of the log, which does not form a chain. */}
        {role === "admin" && "subtle" in crypto && <Verification />}
        <Card flush>
          <WhenLoaded query={query}>
            {({ entries }) => <Entries entries={entries} chosen={chosen} />}
          </WhenLoaded>
        </Card>
      </div>
      <AddressPager query={query} />
      {chosen !== undefined && (
        <Chosen
          position={chosen}
          shown={query.data?.entries.find(({ position }) => position === chosen)}
          onClose={() =>
            void navigate({ search: (before) => ({ ...before, entry: undefined }), resetScroll: false })
          }
        />
      )}
    </>
  );
}
