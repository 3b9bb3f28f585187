import { Button, TextInput } from "@mantine/core";
import { useState, type SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import { Problem } from "../../ui/problem.tsx";
import layout from "../../ui/layout.module.css";
import { useDraft } from "../../ui/use-draft.ts";
import type { Evidence } from "../evidence/evidence.queries.ts";
import { useVerdict } from "./use-verdict.ts";
import { verdictOf } from "./verdict.ts";

interface WhyProps {
  note: string;
  onNote: (note: string) => void;
  isPending: boolean;
  onReject: (note: string) => void;
  onCancel: () => void;
}

function Why({ note, onNote, isPending, onReject, onCancel }: WhyProps) {
  const { t } = useTranslation();
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    onReject(note.trim());
  };
  return (
    <form onSubmit={submit} className={layout["toolbar"]}>
      <TextInput
        size="xs"
        aria-label={t("auditing.why")}
        placeholder={t("auditing.why")}
        autoFocus
        required
        value={note}
        onChange={({ currentTarget }) => onNote(currentTarget.value)}
      />
      <Button type="submit" size="xs" loading={isPending} disabled={note.trim() === ""}>
        {t("auditing.rejectNow")}
      </Button>
      <Button size="xs" variant="default" onClick={onCancel}>
        {t("action.cancel")}
      </Button>
    </form>
  );
}

/** Accept and reject buttons, for the project's auditor only. */
export function VerdictButtons({ evidence, mayDecide }: { evidence: Evidence; mayDecide: boolean }) {
  const { t } = useTranslation();
  const [note, setNote] = useDraft(`verdict.${evidence.id}`);
  const [isRejecting, setIsRejecting] = useState(note !== "");
  const say = useVerdict(evidence.id, () => setNote(""));
  const verdict = verdictOf(evidence);
  if (!mayDecide || verdict === "rejected") return null;
  if (isRejecting)
    return (
      <>
        {say.isError && <Problem error={say.error} />}
        <Why
          note={note}
          onNote={setNote}
          isPending={say.isPending}
          onReject={(why) => say.mutate({ says: "reject", note: why })}
          onCancel={() => {
            setNote("");
            setIsRejecting(false);
          }}
        />
      </>
    );
  return (
    <div className={layout["inline"]}>
      {say.isError && <Problem error={say.error} />}
      {verdict === "accepted" ? (
        <Button
          size="xs"
          variant="default"
          loading={say.isPending}
          aria-label={`${t("auditing.withdraw")}: ${evidence.title}`}
          onClick={() => say.mutate({ says: "withdraw", note: t("auditing.withdraw") })}
        >
          {t("auditing.withdraw")}
        </Button>
      ) : (
        <Button
          size="xs"
          variant="light"
          loading={say.isPending}
          aria-label={`${t("auditing.accept")}: ${evidence.title}`}
          onClick={() => say.mutate({ says: "accept" })}
        >
          {t("auditing.accept")}
        </Button>
      )}
      <Button
        size="xs"
        variant="default"
        aria-label={`${t("auditing.reject")}: ${evidence.title}`}
        onClick={() => setIsRejecting(true)}
      >
        {t("auditing.reject")}
      </Button>
    </div>
  );
}
