import { Button } from "@mantine/core";
import type { SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import { ChangeProblem } from "../../ui/change-problem.tsx";
import { DraftNote } from "../../ui/draft-note.tsx";
import { Note } from "../../ui/note.tsx";
import layout from "../../ui/layout.module.css";
import { useProfile } from "../identity/use-profile.ts";
import { factsOf } from "./finding-facts.ts";
import { FindingFields } from "./finding-fields.tsx";
import type { FindingDetail } from "./finding.queries.ts";
import { useEditFinding } from "./use-edit-finding.ts";

interface EditProps {
  finding: FindingDetail;
  /** Whether the user decides about the finding, or raised it. */
  mayRewrite: boolean;
  onDone: () => void;
}

/** What the user may not change, and what the next import may. */
function Limits({ finding, mayRewrite }: Pick<EditProps, "finding" | "mayRewrite">) {
  const { t } = useTranslation();
  const { integration, last_seen_at: reported } = finding;
  return (
    <>
      {!mayRewrite && <Note>{t("findings.onlyStricter")}</Note>}
      {reported !== null && <Note>{t("findings.reportedAgain", { integration })}</Note>}
    </>
  );
}

/** Changes the text, severity, due date and control of a finding. */
export function EditFinding({ finding, mayRewrite, onDone }: EditProps) {
  const { t } = useTranslation();
  const { timezone } = useProfile().preferences;
  const edit = useEditFinding({ finding, canUndo: mayRewrite, onDone });
  const { draft, seen, change, body } = edit;
  const { fields: facts, set } = draft;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    change.mutate({ body, over: seen });
  };
  return (
    <form onSubmit={submit} className={layout["form"]}>
      <DraftNote draft={draft} />
      <Limits finding={seen} mayRewrite={mayRewrite} />
      <FindingFields
        projectId={finding.project_id}
        facts={facts}
        floor={mayRewrite ? undefined : factsOf(seen, timezone)}
        onChange={(some) => set({ ...facts, ...some })}
      />
      <ChangeProblem
        change={change}
        rowsOf={edit.rowsOfFinding}
        mine={edit.mine}
        body={body}
        onLeave={edit.keepTheirs}
      />
      <div className={layout["inline"]}>
        <Button
          type="submit"
          size="xs"
          loading={change.isPending}
          disabled={facts.title.trim() === "" || Object.keys(body).length === 0}
        >
          {t("action.save")}
        </Button>
        <Button size="xs" variant="default" onClick={edit.leave}>
          {t("action.cancel")}
        </Button>
      </div>
    </form>
  );
}
