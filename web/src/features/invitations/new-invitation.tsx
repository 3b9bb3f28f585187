import { Button, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import { CheckList } from "../../ui/check-list.tsx";
import { Note } from "../../ui/note.tsx";
import { Problem } from "../../ui/problem.tsx";
import layout from "../../ui/layout.module.css";
import { projectListQuery } from "../projects/project.queries.ts";
import { ManagerSelect } from "../users/manager-select.tsx";
import { RoleSelect } from "../users/role-select.tsx";
import type { Role } from "../users/role.ts";
import type { NewInvitationFields } from "./invitation.queries.ts";

const MOST_PROJECTS = 100;

function useInvite(onDone: (id: string) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: NewInvitationFields) => api.POST("/invitations", { body }),
    onSuccess: async ({ data }) => {
      await queries.invalidateQueries({ queryKey: ["invitations"] });
      onDone(data!.data.id);
    },
  });
}

function ProjectsSelect({ value, onChange }: { value: string[]; onChange: (ids: string[]) => void }) {
  const { t } = useTranslation();
  const { data } = useQuery(projectListQuery({ limit: MOST_PROJECTS, sort: "name", order: "asc" }));
  return (
    <CheckList
      legend={t("invitations.joins")}
      options={data?.projects.map(({ id, name }) => ({ value: id, label: name })) ?? []}
      chosen={value}
      onChoose={onChange}
    />
  );
}

/** Invites an e-mail address: the person chooses name and password themselves. */
export function NewInvitation({ onDone }: { onDone: (id: string) => void }) {
  const { t } = useTranslation();
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<Role>("customer");
  const [managerId, setManagerId] = useState<string | null>(null);
  const [projectIds, setProjectIds] = useState<string[]>([]);
  const invite = useInvite(onDone);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    invite.mutate({ email, role, manager_id: managerId, project_ids: projectIds });
  };
  return (
    <>
      <Note>{t("invitations.hint")}</Note>
      <form onSubmit={submit} className={layout["form"]}>
        <TextInput
          label={t("signIn.email")}
          type="email"
          required
          withAsterisk={false}
          autoComplete="off"
          value={email}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
        />
        <RoleSelect value={role} onChange={setRole} />
        <ManagerSelect value={managerId} onChange={setManagerId} />
        <ProjectsSelect value={projectIds} onChange={setProjectIds} />
        <div>
          <Button type="submit" loading={invite.isPending}>
            {t("invitations.send")}
          </Button>
        </div>
      </form>
      {invite.error !== null && <Problem error={invite.error} />}
    </>
  );
}
