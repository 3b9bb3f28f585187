import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Note } from "../../ui/note.tsx";
import { profileQuery } from "../identity/session.queries.ts";
import { PersonSelect } from "./person-select.tsx";
import type { StepProps } from "./scope-step.tsx";

/** The audited party and the auditor; only for those who may assign them. */
export function PeopleStep({ draft, onChange }: StepProps) {
  const { t } = useTranslation();
  const permissions = useQuery(profileQuery).data?.permissions ?? [];
  if (!permissions.includes("user.find_auditors")) return <Note>{t("newProject.yourOwn")}</Note>;
  return (
    <>
      <PersonSelect
        role="customer"
        value={draft.customerId}
        onChange={(customerId) => onChange({ customerId })}
      />
      <PersonSelect
        role="auditor"
        value={draft.auditorId}
        onChange={(auditorId) => onChange({ auditorId })}
      />
    </>
  );
}
