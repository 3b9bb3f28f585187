import { useState } from "react";
import type { Evidence } from "../evidence/evidence.queries.ts";

/** The API accepts no more reviews at once, because no one decides on more with care. */
const MAX = 50;

export interface Choice {
  chosen: readonly Evidence[];
  /** Whether it may be chosen: not by its uploader, and not beyond the limit. */
  isOpen: (evidence: Evidence) => boolean;
  isChosen: (evidence: Evidence) => boolean;
  /** Chooses it, or no longer does; with others, those that may be chosen. */
  toggle: (evidence: Evidence, together?: readonly Evidence[]) => void;
  /** Whether everything that may be chosen is chosen. */
  hasAll: boolean;
  /** Chooses all that may be chosen, or none if all are. */
  toggleAll: () => void;
  clear: () => void;
  /** Leaves only these chosen, if they still may be. */
  keep: (some: readonly Evidence[]) => void;
}

/** The evidence in the inbox that is chosen for one decision. */
export function useChoice(evidence: readonly Evidence[], mayReview: (evidence: Evidence) => boolean): Choice {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const chosen = evidence.filter((one) => ids.has(one.id) && mayReview(one));
  const isChosen = ({ id }: Evidence) => chosen.some((one) => one.id === id);
  const isOpen = (one: Evidence) => isChosen(one) || (mayReview(one) && chosen.length < MAX);
  const most = evidence.filter(mayReview).slice(0, MAX);
  const hasAll = chosen.length > 0 && chosen.length === most.length;
  const choose = (some: readonly Evidence[]) => setIds(new Set(some.map(({ id }) => id)));
  return {
    chosen,
    isOpen,
    isChosen,
    toggle: (one, together = [one]) => {
      if (!isOpen(one)) return;
      const others = chosen.filter(({ id }) => !together.some((other) => other.id === id));
      choose(isChosen(one) ? others : [...others, ...together.filter(mayReview)].slice(0, MAX));
    },
    hasAll,
    toggleAll: () => choose(hasAll ? [] : most),
    clear: () => choose([]),
    keep: choose,
  };
}
