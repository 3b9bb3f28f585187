import { Button, TextInput } from "@mantine/core";
import { useState, type SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import { FormButtons } from "../../ui/form-buttons.tsx";
import { Problem } from "../../ui/problem.tsx";
import layout from "../../ui/layout.module.css";
import { hasDraft, useDraft } from "../../ui/use-draft.ts";
import type { Evidence } from "../evidence/evidence.queries.ts";
import { useVerdict } from "./use-verdict.ts";
import { verdictOf } from "./verdict.ts";

/** What requires a reason: it stands in the audit log and in the package. */
const REASONED = ["reject", "withdraw"] as const;
type Reasoned = (typeof REASONED)[number];

const draftOf = (says: Reasoned, id: string): string => `verdict.${says}.${id}`;

interface WhyProps {
  evidence: Evidence;
  says: Reasoned;
  onEnd: () => void;
}

function Why({ evidence: { id }, says, onEnd }: WhyProps) {
  const { t } = useTranslation();
  const [note, setNote] = useDraft(draftOf(says, id));
  const say = useVerdict(id, () => setNote(""));
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    say.mutate({ says, note: note.trim() }, { onSuccess: onEnd });
  };
  return (
    <>
      {say.isError && <Problem error={say.error} />}
      <form onSubmit={submit} className={layout["toolbar"]}>
        <TextInput
          size="xs"
          aria-label={t(`auditing.why.${says}`)}
          placeholder={t(`auditing.why.${says}`)}
          autoFocus
          required
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
        <FormButtons
          text={t(`auditing.now.${says}`)}
          isPending={say.isPending}
          disabled={note.trim() === ""}
          onCancel={() => {
            setNote("");
            onEnd();
          }}
        />
      </form>
    </>
  );
}

/** Accept, withdraw and reject buttons, for the project's auditor only. */
export function VerdictButtons({ evidence, mayDecide }: { evidence: Evidence; mayDecide: boolean }) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState(() => REASONED.find((says) => hasDraft(draftOf(says, evidence.id))));
  /** The button that opened the form has the focus once it is back. */
  const [last, setLast] = useState(chosen);
  const accept = useVerdict(evidence.id, () => undefined);
  if (!mayDecide || evidence.status !== "approved") return null;
  if (chosen !== undefined)
    return <Why key={chosen} evidence={evidence} says={chosen} onEnd={() => setChosen(undefined)} />;
  const ask = (says: Reasoned) => (
    <Button
      variant="default"
      autoFocus={says === last}
      aria-label={`${t(`auditing.${says}`)}: ${evidence.title}`}
      onClick={() => {
        setChosen(says);
        setLast(says);
      }}
    >
      {t(`auditing.${says}`)}
    </Button>
  );
  return (
    <div className={layout["inline"]}>
      {accept.isError && <Problem error={accept.error} />}
      {verdictOf(evidence) === "accepted" ? (
        ask("withdraw")
      ) : (
        <Button
          variant="light"
          loading={accept.isPending}
          aria-label={`${t("auditing.accept")}: ${evidence.title}`}
          onClick={() => accept.mutate({ says: "accept" })}
        >
          {t("auditing.accept")}
        </Button>
      )}
      {ask("reject")}
    </div>
  );
}
