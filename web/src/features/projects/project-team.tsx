import { ActionIcon, Button, TextInput } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import { DraftNote } from "../../ui/draft-note.tsx";
import { Note } from "../../ui/note.tsx";
import { Problem } from "../../ui/problem.tsx";
import { RowList } from "../../ui/row-list.tsx";
import { useToast } from "../../ui/toast.tsx";
import { useFormDraft } from "../../ui/use-form-draft.ts";
import { useUndo } from "../../ui/use-undo.ts";
import layout from "../../ui/layout.module.css";
import { permissionsQuery } from "../identity/session.queries.ts";
import { useProfile } from "../identity/use-profile.ts";
import { FoundSelect } from "../users/found-select.tsx";
import { candidatesQuery } from "../new-project/new-project.queries.ts";
import type { ProjectDetail } from "./project.queries.ts";

type Member = ProjectDetail["team_members"][number];

function useTeam(projectId: string) {
  const { t } = useTranslation();
  const toast = useToast();
  const queries = useQueryClient();
  const refresh = () =>
    Promise.all(
      ["projects", "people", "permissions", "events"].map((key) =>
        queries.invalidateQueries({ queryKey: [key] }),
      ),
    );
  const takeBack = useUndo(refresh);
  const send = (body: { user_id: string; role: string }) =>
    api.POST("/projects/{id}/team", { params: { path: { id: projectId } }, body });
  const remove = useMutation({
    mutationFn: ({ user_id: userId }: Member) =>
      api.DELETE("/projects/{id}/team/{userId}", { params: { path: { id: projectId, userId } } }),
    onSuccess: async (_, { user_id, user, role }) => {
      const undo = {
        text: t("action.undo"),
        run: () => takeBack(send({ user_id, role }), t("findings.undone")),
      };
      toast({ text: t("team.removed", { name: user?.name ?? t("activity.somebody") }), undo });
      await refresh();
    },
  });
  return { send, refresh, remove };
}

const NO_MEMBER = { person: null as { id: string; name: string } | null, role: "" };

interface NewMemberProps {
  projectId: string;
  team: readonly Member[];
  send: ReturnType<typeof useTeam>["send"];
  onAdded: () => Promise<unknown>;
}

function NewMember({ projectId, team, send, onAdded }: NewMemberProps) {
  const { t } = useTranslation();
  const draft = useFormDraft(`member.${projectId}`, NO_MEMBER);
  const { person, role } = draft.fields;
  const add = useMutation({
    mutationFn: () => send({ user_id: person!.id, role: role.trim() }),
    onSuccess: () => {
      draft.begin();
      return onAdded();
    },
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    add.mutate();
  };
  return (
    <form onSubmit={submit} className={layout["form"]}>
      <DraftNote draft={draft} />
      <div className={layout["pair"]}>
        <FoundSelect
          label={t("team.person")}
          query={candidatesQuery}
          nothingFound={() => t("team.noneFound")}
          without={team.map(({ user_id: id }) => id)}
          value={person?.id ?? null}
          chosen={person}
          onChange={(id, name) => draft.set({ person: id === null ? null : { id, name }, role })}
        />
        <TextInput
          label={t("team.role")}
          placeholder={t("team.roleExample")}
          maxLength={100}
          value={role}
          onChange={({ currentTarget }) => draft.set({ person, role: currentTarget.value })}
        />
      </div>
      <div>
        <Button
          type="submit"
          variant="default"
          loading={add.isPending}
          disabled={person === null || role.trim() === ""}
        >
          {t("team.add")}
        </Button>
      </div>
      {add.isError && <Problem error={add.error} />}
    </form>
  );
}

/** Who works on a project, besides its customer and auditor. */
export function ProjectTeam({ project: { id, team_members: team } }: { project: ProjectDetail }) {
  const { t } = useTranslation();
  const { permissions } = useProfile();
  const mayChange = useQuery(permissionsQuery({ project_id: id })).data?.has("project.update") === true;
  const { send, refresh, remove } = useTeam(id);
  return (
    <section aria-label={t("team.title")}>
      <h3>{t("team.title")}</h3>
      <RowList label={t("team.title")} empty={t("team.none")}>
        {team.map((member) => (
          <li key={member.user_id}>
            <span className={layout["grow"]}>
              {member.user?.name ?? t("activity.somebody")} <Note>{member.role}</Note>
            </span>
            {mayChange && (
              <ActionIcon
                variant="subtle"
                color="gray"
                loading={remove.isPending && remove.variables.user_id === member.user_id}
                aria-label={t("team.remove", { name: member.user?.name ?? "" })}
                onClick={() => remove.mutate(member)}
              >
                <IconX size={16} />
              </ActionIcon>
            )}
          </li>
        ))}
      </RowList>
      {mayChange && permissions.includes("user.find_auditors") && (
        <NewMember projectId={id} team={team} send={send} onAdded={refresh} />
      )}
      {remove.isError && <Problem error={remove.error} />}
    </section>
  );
}
