import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Card } from "../../ui/card.tsx";
import { Empty } from "../../ui/empty.tsx";
import { useOlder } from "../../ui/use-older.ts";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import { evidenceListQuery, furtherEvidence, type Evidence } from "../evidence/evidence.queries.ts";
import { EvidenceRow } from "./evidence-row.tsx";
import { FirstFew } from "./first-few.tsx";
import { isSoon } from "./is-soon.ts";
import { LINES } from "./lines.ts";

const PAGE_ROWS = 25;
const FAILED = { chunking_status: "FAILED,QUARANTINED", limit: PAGE_ROWS };
const REFUSED = { status: "expired,rejected", limit: PAGE_ROWS };
const APPROVED = { status: "approved", sort: "expires_at", order: "asc", limit: PAGE_ROWS } as const;

/** Whether it has to be replaced soon. */
const expiresSoon = ({ expires_at: at }: Evidence): boolean => at !== null && isSoon(at);

/** One of the lists, from its beginning as long as its evidence has to be replaced. */
function useToReplace(
  list: typeof FAILED | typeof REFUSED | typeof APPROVED,
  isWanted: (one: Evidence) => boolean = () => true,
) {
  const first = useQuery(evidenceListQuery(list));
  const { query, show, pages } = useOlder(furtherEvidence(list));
  const all = [first.data, ...pages].flatMap((page) => page?.evidence ?? []);
  const wanted = all.filter(isWanted);
  const total = first.data?.pagination.total ?? 0;
  return { first, query, show, wanted, hasMore: wanted.length === all.length && all.length < total };
}

/** How more is loaded of every list that has more; null if none has. */
function moreOf(lists: readonly ReturnType<typeof useToReplace>[]) {
  const open = lists.filter(({ hasMore }) => hasMore);
  if (open.length === 0) return null;
  const query = {
    isFetching: open.some(({ query: { isFetching } }) => isFetching),
    error: open.find(({ query: { error } }) => error !== null)?.query.error ?? null,
  };
  return { query, onShow: () => open.forEach(({ show }) => show()) };
}

/** Evidence that could not be read, was rejected, or has expired or soon does. */
export function ToMend() {
  const { t } = useTranslation();
  const lists = [useToReplace(FAILED), useToReplace(REFUSED), useToReplace(APPROVED, expiresSoon)] as const;
  // A list that grows with each answer would move what is below it.
  const last = lists.find(({ first }) => first.data === undefined)?.first ?? lists[0].first;
  const byId = new Map(lists.flatMap(({ wanted }) => wanted.map((one) => [one.id, one] as const)));
  return (
    <Card title={t("home.toMend")} flush>
      <WhenLoaded query={last} lines={LINES}>
        {() =>
          byId.size === 0 ? (
            <Empty title={t("home.nothingToMend")} />
          ) : (
            <FirstFew
              label={t("home.toMend")}
              rows={[...byId.values()].map((one) => (
                <EvidenceRow key={one.id} evidence={one} to="view" />
              ))}
              more={moreOf(lists)}
            />
          )
        }
      </WhenLoaded>
    </Card>
  );
}
