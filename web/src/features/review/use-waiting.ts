import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { evidenceQuery, type Evidence } from "../evidence/evidence.queries.ts";

/**
 * The oldest evidence awaiting review and, at its end, the piece of the address if the list does not reach as far;
 * undefined until that is known. A piece that was listed once and is not now has been decided.
 */
export function useWaiting(
  oldest: readonly Evidence[],
  wanted: string | undefined,
): readonly Evidence[] | undefined {
  const [listed, setListed] = useState<ReadonlySet<string>>(new Set());
  const added = oldest.filter(({ id }) => !listed.has(id));
  if (added.length > 0) setListed(new Set([...listed, ...added.map(({ id }) => id)]));
  const isBeyond = wanted !== undefined && !listed.has(wanted) && !added.some(({ id }) => id === wanted);
  const query = useQuery({ ...evidenceQuery(wanted ?? ""), enabled: isBeyond });
  const beyond = isBeyond ? query.data : undefined;
  const all = useMemo(() => (beyond?.status === "pending" ? [...oldest, beyond] : oldest), [oldest, beyond]);
  return isBeyond && query.isPending ? undefined : all;
}
