import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Problem } from "./problem.tsx";

const READ_MS = 60_000;

function save(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // Some browsers begin to read it after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), READ_MS);
}

/** Reads all pages of a list as a CSV file. */
export const AS_CSV = { headers: { Accept: "text/csv" }, parseAs: "blob" } as const;

interface CsvButtonProps {
  /** The name of the file, without its ending. */
  name: string;
  /** Requests the list with `AS_CSV`. */
  read: () => Promise<{ data?: Blob | undefined }>;
}

/** Downloads a list as it is filtered and sorted, with all its pages. */
export function CsvButton({ name, read }: CsvButtonProps) {
  const { t } = useTranslation();
  const file = useMutation({
    mutationFn: read,
    onSuccess: ({ data }) => save(data!, `${name}.csv`),
  });
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDownload size={15} aria-hidden />}
        loading={file.isPending}
        onClick={() => file.mutate()}
      >
        {t("action.csv")}
      </Button>
      {file.isError && <Problem error={file.error} />}
    </>
  );
}
