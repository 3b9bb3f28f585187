interface EvidenceCounts {
  approved: number;
  required: number;
  /** Pending review. */
  pending: number;
  /** Why less is required than before; empty if it is not. */
  lowered: string;
}

interface ByHand {
  progress: number;
  reason: string | undefined;
}

const waiting = (pending: number): string => (pending === 0 ? "" : `, ${pending} pending review`);

/** Why a control contributes what it does to the score. */
export const reasonFromEvidence = ({ approved, required, pending, lowered }: EvidenceCounts): string =>
  `${approved} of ${required} required evidence approved${lowered}${waiting(pending)}`;

export const reasonByHand = ({ progress, reason }: ByHand): string =>
  `set by hand to ${progress}${reason === undefined ? "" : `: ${reason}`}`;

interface ShareReason {
  code: "evidence" | "evidence_pending" | "by_hand" | "by_hand_because";
  values: Record<string, string>;
}

const FORMS: readonly [code: ShareReason["code"], form: RegExp][] = [
  ["evidence", /^(?<approved>\d+) of (?<required>\d+) required evidence approved$/],
  [
    "evidence_pending",
    /^(?<approved>\d+) of (?<required>\d+) required evidence approved, (?<pending>\d+) pending review$/,
  ],
  ["by_hand", /^set by hand to (?<progress>[\d.]+)$/],
  ["by_hand_because", /^set by hand to (?<progress>[\d.]+): (?<reason>.+)$/s],
];

/** Such a reason as a code with its values, for other languages; null for others, such as those of older snapshots. */
export function shareReasonOf(because: string): ShareReason | null {
  for (const [code, form] of FORMS) {
    const found = form.exec(because)?.groups;
    if (found !== undefined) return { code, values: { ...found } };
  }
  return null;
}
