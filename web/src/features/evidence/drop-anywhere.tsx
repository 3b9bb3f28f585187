import { useWindowEvent } from "@mantine/hooks";
import { IconCloudUpload } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useToast } from "../../ui/toast.tsx";
import { useFailureToast } from "../../ui/use-undo.ts";
import { permissionsQuery } from "../identity/session.queries.ts";
import { ChooseProject } from "./choose-project.tsx";
import { uploadQueue } from "./upload-queue.ts";
import styles from "./upload.module.css";
import { useDroppedFiles } from "./use-dropped-files.ts";
import { useProjectHere } from "./use-project-here.ts";
import { waitingFiles } from "./waiting-files.ts";

/** Opens the upload with the files, for the control that the screen shows. */
function useUploadTo(): (projectId: string, files: readonly File[]) => void {
  const navigate = useNavigate();
  return (projectId, files) => {
    waitingFiles.add(projectId, files);
    void navigate({
      to: "/projects/$projectId/evidence",
      params: { projectId },
      search: ({ control }) => (control === undefined ? {} : { control }),
    });
  };
}

/** Files and folders dropped on any screen become evidence of its project, or of one that the user chooses. */
export function DropAnywhere() {
  const { t } = useTranslation();
  const toast = useToast();
  const report = useFailureToast();
  const queries = useQueryClient();
  const projectHere = useProjectHere();
  const upload = useUploadTo();
  const [homeless, setHomeless] = useState<readonly File[]>([]);
  const drop = async (files: readonly File[]) => {
    const projectId = projectHere();
    if (files.length === 0) return;
    if (projectId == null) return setHomeless(files);
    const permissions = await queries.query(permissionsQuery({ project_id: projectId }));
    if (permissions.has("evidence.upload")) upload(projectId, files);
    else toast({ text: t("upload.denied"), isBad: true });
  };
  // This is on every page, as long as the user is signed in.
  useEffect(
    () => () => {
      uploadQueue.discard();
      waitingFiles.discard();
    },
    [],
  );
  // Browsers ask before they close a window with unsent files.
  useWindowEvent("beforeunload", (event) => {
    if (uploadQueue.isSending() || waitingFiles.isWaiting()) event.preventDefault();
  });
  const isOver = useDroppedFiles((files) => report(drop(files)));
  return (
    <>
      {isOver && (
        <div className={styles["over"]} aria-hidden>
          <IconCloudUpload size={34} stroke={1.4} />
          {t("upload.dropHere")}
        </div>
      )}
      {homeless.length > 0 && (
        <ChooseProject
          files={homeless}
          onChoose={(projectId) => {
            setHomeless([]);
            upload(projectId, homeless);
          }}
          onClose={() => setHomeless([])}
        />
      )}
    </>
  );
}
