import { Button } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useFilter } from "../../ui/use-filter.ts";
import type { AuditEntry } from "./audit-log.queries.ts";
import type { AuditSearch } from "./audit-search.ts";

interface NarrowedToProps {
  search: Pick<AuditSearch, "by" | "subject">;
  /** The entries shown, which name the person. */
  entries: readonly AuditEntry[];
}

/** The person and the resource that the entries are narrowed to; each can be removed. */
export function NarrowedTo({ search: { by, subject }, entries }: NarrowedToProps) {
  const { t } = useTranslation();
  const filter = useFilter<AuditSearch>();
  const button = (text: string, without: AuditSearch) => (
    <Button
      variant="default"
      rightSection={<IconX size={14} aria-hidden />}
      aria-label={t("audit.notOnly", { text })}
      onClick={() => filter(without)}
    >
      {text}
    </Button>
  );
  const name = entries.find(({ actor_id: id }) => id === by)?.actor?.name ?? by;
  return (
    <>
      {by !== undefined && button(t("audit.onlyBy", { name }), { by: undefined })}
      {subject !== undefined && button(t("audit.onlyAbout", { id: subject }), { subject: undefined })}
    </>
  );
}
