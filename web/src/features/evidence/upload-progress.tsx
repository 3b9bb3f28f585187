import { useTranslation } from "react-i18next";
import { useFormat } from "../../i18n/use-format.ts";
import { Bar } from "../../ui/bar.tsx";
import type { Upload } from "./upload-queue.ts";
import styles from "./upload.module.css";
import { useUploads } from "./use-uploads.ts";

const shareOf = ({ state }: Upload): number => (state.kind === "sending" ? state.share : 0);

/** How far several uploads to a project are, in one line that stays while their list is closed. */
export function UploadProgress({ projectId }: { projectId: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { uploads } = useUploads(projectId);
  const count = uploads.length;
  if (count < 2) return null;
  const [uploaded, failed] = (["there", "failed"] as const).map(
    (kind) => uploads.filter(({ state }) => state.kind === kind).length,
  ) as [number, number];
  const sent = uploads.reduce((sum, upload) => sum + shareOf(upload), uploaded);
  const percentOf = (part: number): number => (100 * part) / count;
  const values = { uploaded: format.number(uploaded), count };
  const done = t("upload.uploadedOf", values);
  const words = failed === 0 ? done : t("upload.withFailed", { done, failed: format.number(failed) });
  return (
    <div className={styles["progress"]}>
      <span>{words}</span>
      <div
        role="progressbar"
        aria-label={t("upload.progress")}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(percentOf(sent + failed))}
        aria-valuetext={words}
      >
        <Bar
          parts={[
            { percent: percentOf(sent), tone: "accent" },
            { percent: percentOf(failed), tone: "warn" },
          ]}
          label={words}
        />
      </div>
    </div>
  );
}
