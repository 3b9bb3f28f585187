import { Button, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState, type SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import type { AnswerOf } from "../../http/answer-of.ts";
import { rootApi, dataOf } from "../../http/client.ts";
import { DraftNote } from "../../ui/draft-note.tsx";
import { FileButton } from "../../ui/file-button.tsx";
import { Note } from "../../ui/note.tsx";
import { Problem } from "../../ui/problem.tsx";
import { useToast } from "../../ui/toast.tsx";
import { useFormDraft } from "../../ui/use-form-draft.ts";
import layout from "../../ui/layout.module.css";
import { ImportPreview } from "./import-preview.tsx";
import { readImportFile, toolOf, type ImportFile } from "./read-import-file.ts";
import { useRefreshFindings } from "./use-move.ts";

type Imported = AnswerOf<"/api/findings/import", "post">;

/** Previews or runs an import. */
function useImport(projectId: string, onSuccess?: (result: Imported) => Promise<void>) {
  return useMutation({
    mutationFn: ({ file, integration, isDry }: { file: ImportFile; integration: string; isDry: boolean }) => {
      const { name: _, ...rows } = file;
      const named = integration.trim() === "" ? {} : { integration: integration.trim() };
      const body = { project_id: projectId, agent_id: null, dry_run: isDry, ...named, ...rows };
      return dataOf(rootApi.POST("/api/findings/import", { body }));
    },
    ...(onSuccess === undefined ? {} : { onSuccess }),
  });
}

interface ChosenFileProps {
  file: ImportFile | null;
  onFile: (file: File) => void;
}

function ChosenFile({ file, onFile }: ChosenFileProps) {
  const { t } = useTranslation();
  return (
    <>
      <div>
        <FileButton
          text={t("importing.choose")}
          accept=".csv,.tsv,.txt,.sarif,.json"
          onFiles={([chosen]) => onFile(chosen!)}
        />
      </div>
      {file !== null && <strong>{file.name}</strong>}
      {file !== null && "problem" in file && <p role="alert">{t("importing.unreadable")}</p>}
    </>
  );
}

/** Imports a scanner's report after a preview. */
export function ImportFindings({ projectId, onDone }: { projectId: string; onDone: () => void }) {
  const { t } = useTranslation();
  const toast = useToast();
  const refresh = useRefreshFindings();
  const [file, setFile] = useState<ImportFile | null>(null);
  const draft = useFormDraft(`import.${projectId}`, { integration: "", ofLog: "" });
  const isLog = file !== null && "sarif" in file;
  // A log has its own name: with that of a CSV file chosen before, its findings would be there twice.
  const integration = isLog ? draft.fields.ofLog : draft.fields.integration;
  const preview = useImport(projectId);
  const isReadable = file !== null && !("problem" in file);
  const isReady = isReadable && (isLog || integration.trim() !== "");
  const choose = async (chosen: File) => {
    preview.reset();
    setFile(await readImportFile(chosen));
  };
  const finish = async ({ created, updated, unchanged }: Imported): Promise<void> => {
    draft.begin();
    await refresh();
    toast({ text: t("importing.done", { created, updated, unchanged }) });
    onDone();
  };
  const take = useImport(projectId, finish);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    preview.mutate({ file: file!, integration, isDry: true });
  };
  const importAll = () => take.mutate({ file: file!, integration, isDry: false });
  return (
    <form onSubmit={submit} className={layout["form"]}>
      <DraftNote draft={draft} />
      <Note>{t("importing.hint")}</Note>
      <ChosenFile file={file} onFile={(chosen) => void choose(chosen)} />
      <TextInput
        label={t("importing.integration")}
        description={t("importing.integrationHint")}
        placeholder={toolOf(file)}
        value={integration}
        onChange={({ currentTarget: { value } }) => {
          preview.reset();
          draft.set({ ...draft.fields, ...(isLog ? { ofLog: value } : { integration: value }) });
        }}
      />
      <div>
        <Button size="sm" variant="default" type="submit" disabled={!isReady} loading={preview.isPending}>
          {t("importing.preview")}
        </Button>
      </div>
      {preview.isError && <Problem error={preview.error} />}
      {preview.data !== undefined && (
        <ImportPreview result={preview.data} isPending={take.isPending} onImport={importAll} />
      )}
      {take.isError && <Problem error={take.error} />}
    </form>
  );
}
