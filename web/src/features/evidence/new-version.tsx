import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../i18n/use-format.ts";
import { Bar } from "../../ui/bar.tsx";
import { FileButton } from "../../ui/file-button.tsx";
import { Note } from "../../ui/note.tsx";
import { Problem } from "../../ui/problem.tsx";
import { useToast } from "../../ui/toast.tsx";
import { permissionsQuery } from "../identity/session.queries.ts";
import { ACCEPTED_FILES } from "./accepted-files.ts";
import type { EvidenceDetail } from "./evidence.queries.ts";
import { sendFile, type Uploaded } from "./send-file.ts";

/** Replaces evidence by a newer file, which is reviewed again; its details are copied. */
export function NewVersion({ evidence: { id, status } }: { evidence: EvidenceDetail }) {
  const { t } = useTranslation();
  const format = useFormat();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();
  const [share, setShare] = useState(0);
  const permissions = useQuery(permissionsQuery({ evidence_id: id })).data;
  const upload = useMutation({
    mutationFn: (file: File) =>
      sendFile({ to: `/api/v1/evidence/${id}/versions`, fields: {}, file }, { onProgress: setShare }),
    onSuccess: async (added) => {
      await queries.invalidateQueries({ queryKey: ["evidence"] });
      toast({ text: t("viewer.versionAdded", { version: added.version }) });
    },
  });
  /** Users who have gone to another page in the meantime stay there. */
  const show = ({ id: evidenceId }: Uploaded) =>
    void navigate({ to: "/evidence/$evidenceId", params: { evidenceId } });
  const isReplaceable = status !== "superseded" && status !== "quarantined";
  if (permissions?.has("evidence.update") !== true || !isReplaceable) return null;
  const percent = format.percent(Math.round(100 * share));
  return (
    <>
      <FileButton
        text={t("viewer.newVersion")}
        accept={ACCEPTED_FILES}
        isPending={upload.isPending}
        onFiles={([file]) => upload.mutate(file!, { onSuccess: show })}
      />
      {upload.isPending && (
        <>
          <Bar parts={[{ percent: 100 * share, tone: "accent" }]} label={percent} />
          <Note>{t("upload.sending", { percent })}</Note>
        </>
      )}
      {upload.isError && <Problem error={upload.error} />}
    </>
  );
}
