import { Button, Textarea } from "@mantine/core";
import { useQuery, type UseMutationResult } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Note } from "../../ui/note.tsx";
import { Problem } from "../../ui/problem.tsx";
import { useDraft } from "../../ui/use-draft.ts";
import layout from "../../ui/layout.module.css";
import { useProfile } from "../identity/use-profile.ts";
import { projectQuery } from "../projects/project.queries.ts";

export interface ProposalDecision {
  decision: "confirm" | "decline";
  note: string;
}

interface DecideProps {
  /** A unique name for the draft of the note. */
  name: string;
  projectId: string;
  decide: UseMutationResult<unknown, Error, ProposalDecision>;
}

/** Confirm or decline, with a note that a decline requires. During an audit, only the auditor confirms. */
export function DecideProposal({ name, projectId, decide }: DecideProps) {
  const { t } = useTranslation();
  const { role } = useProfile();
  const isInAudit = useQuery(projectQuery(projectId)).data?.status === "in_audit";
  const isFrozen = isInAudit && role !== "auditor";
  const [note, write] = useDraft(name);
  const pending = decide.isPending ? decide.variables.decision : null;
  const send = (decision: ProposalDecision["decision"]) =>
    decide.mutate({ decision, note: note.trim() }, { onSuccess: () => write("") });
  return (
    <div className={layout["stack"]}>
      <Textarea
        label={t("controls.note")}
        description={t("controls.noteHint")}
        rows={2}
        maxLength={2_000}
        value={note}
        onChange={({ currentTarget }) => write(currentTarget.value)}
      />
      <div className={layout["inline"]}>
        {!isFrozen && (
          <Button
            loading={pending === "confirm"}
            disabled={pending === "decline"}
            onClick={() => send("confirm")}
          >
            {t("controls.confirm")}
          </Button>
        )}
        <Button
          variant="default"
          loading={pending === "decline"}
          disabled={pending === "confirm" || note.trim() === ""}
          onClick={() => send("decline")}
        >
          {t("controls.decline")}
        </Button>
      </div>
      {isFrozen && <Note>{t("controls.frozen")}</Note>}
      {decide.isError && <Problem error={decide.error} />}
    </div>
  );
}
