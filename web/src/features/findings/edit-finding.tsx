import { useTranslation } from "react-i18next";
import { EditForm } from "../../ui/edit-form.tsx";
import { Note } from "../../ui/note.tsx";
import { useProfile } from "../identity/use-profile.ts";
import { factsOf } from "./finding-facts.ts";
import { FindingFields } from "./finding-fields.tsx";
import type { FindingDetail } from "./finding.queries.ts";
import { useEditFinding } from "./use-edit-finding.ts";

interface EditProps {
  finding: FindingDetail;
  /** Whether the user decides about the finding, or raised it. */
  mayRewrite: boolean;
  isArchived: boolean;
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
export function EditFinding({ finding, mayRewrite, isArchived, onDone }: EditProps) {
  const { t } = useTranslation();
  const { timezone } = useProfile().preferences;
  const { edit, ...sent } = useEditFinding({ finding, canUndo: mayRewrite, onDone });
  const { seen } = edit;
  const { fields: facts, set } = edit.draft;
  return (
    <EditForm
      edit={edit}
      {...sent}
      closed={isArchived ? t("draft.archived") : undefined}
      canSave={facts.title.trim() !== "" && Object.keys(sent.body).length > 0}
    >
      {!isArchived && <Limits finding={seen} mayRewrite={mayRewrite} />}
      <FindingFields
        projectId={finding.project_id}
        facts={facts}
        isReadOnly={isArchived}
        floor={mayRewrite || isArchived ? undefined : factsOf(seen, timezone)}
        onChange={(some) => set({ ...facts, ...some })}
      />
    </EditForm>
  );
}
