import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import layout from "./layout.module.css";
import { Note } from "./note.tsx";
import type { FormDraft } from "./use-form-draft.ts";

interface DraftNoteProps<T> {
  draft: FormDraft<T>;
  /** The fields without unsent input; by default those of the form. */
  initial?: T;
}

/** Reports that a form has unsent input from an earlier visit. */
export function DraftNote<T>({ draft, initial }: DraftNoteProps<T>) {
  const { t } = useTranslation();
  if (!draft.isRestored) return null;
  return (
    <div className={layout["inline"]} role="status">
      <Note>{t("draft.restored")}</Note>
      <Button size="compact-xs" variant="subtle" onClick={() => draft.begin(initial)}>
        {t("draft.discard")}
      </Button>
    </div>
  );
}
