import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import { useGuardedChange, type Rows, type Tagged } from "../../http/use-guarded-change.ts";
import { ConfirmFirst } from "../../ui/confirm-first.tsx";
import { ConfirmedAction } from "../../ui/confirmed-action.tsx";
import { ChangeProblem } from "../../ui/change-problem.tsx";
import { ShownOnce } from "../../ui/shown-once.tsx";
import { useToast } from "../../ui/toast.tsx";
import { useKeptFocus } from "../../ui/use-kept-focus.ts";
import layout from "../../ui/layout.module.css";
import { Problem } from "../../ui/problem.tsx";
import { useProfile } from "../identity/use-profile.ts";
import { userQuery, type User } from "./user.queries.ts";

/** Deactivating ends sessions and keys at once; reactivating does not restore them. */
function Deactivation({ user }: { user: User & Tagged }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const toast = useToast();
  const { id, name, active } = user;
  const rowsOf = (now: Pick<User, "active">): Rows => [
    [t("users.status"), t(now.active ? "users.active" : "users.inactive")],
  ];
  const change = useGuardedChange({
    send: (body: { active: boolean }, guard) =>
      api.PUT("/users/{id}", { params: { path: { id }, ...guard }, body }),
    read: () => queries.query({ ...userQuery(id), staleTime: 0 }),
    rowsOf: (now: User & Tagged) => rowsOf(now),
    onSuccess: async ({ body }) => {
      await queries.invalidateQueries({ queryKey: ["users"] });
      toast({ text: t(body.active ? "users.reactivated" : "users.deactivated", { name }) });
    },
  });
  // What was requested, also once someone else has done it.
  const wanted = change.variables?.body ?? { active: !active };
  const set = (to: boolean): void => change.mutate({ body: { active: to }, over: user });
  return (
    <>
      {active ? (
        <ConfirmFirst
          text={t("users.deactivate")}
          warning={t("users.deactivateWarning")}
          isPending={change.isPending}
          onConfirm={() => set(false)}
        />
      ) : (
        <Button variant="default" loading={change.isPending} onClick={() => set(true)}>
          {t("users.reactivate")}
        </Button>
      )}
      <ChangeProblem change={change} rowsOf={rowsOf} mine={rowsOf(wanted)} body={wanted} />
    </>
  );
}

function PasswordLink({ user: { id } }: { user: User }) {
  const { t } = useTranslation();
  const make = useMutation({
    mutationFn: () => api.POST("/users/{id}/password-reset", { params: { path: { id } } }),
  });
  return (
    <>
      <Button variant="default" loading={make.isPending} onClick={() => make.mutate()}>
        {t("users.passwordLink")}
      </Button>
      {make.error !== null && <Problem error={make.error} />}
      {make.data?.data !== undefined && (
        <ShownOnce label={t("users.passwordLinkHint")} secret={make.data.data.data.reset_url} />
      )}
    </>
  );
}

function SecondFactor({ user: { id } }: { user: User }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const toast = useToast();
  const remove = () => api.DELETE("/users/{id}/totp", { params: { path: { id } } });
  const onRemoved = async () => {
    await queries.invalidateQueries({ queryKey: ["users"] });
    toast({ text: t("users.secondFactorRemoved") });
  };
  return (
    <>
      <ConfirmedAction
        text={t("users.removeSecondFactor")}
        warning={t("users.removeSecondFactorWarning")}
        run={remove}
        onDone={onRemoved}
      />
    </>
  );
}

/** How a user signs in, and deactivation. Users cannot deactivate themselves. */
export function UserAccess({ user }: { user: User & Tagged }) {
  const { t } = useTranslation();
  const me = useProfile().id;
  const kept = useKeptFocus<HTMLDivElement>();
  if (user.id === me) return null;
  return (
    <>
      <h3>{t("users.access")}</h3>
      <div {...kept} className={layout["actions"]}>
        {user.active && <PasswordLink user={user} />}
        {user.active && user.second_factor === true && <SecondFactor user={user} />}
        <Deactivation user={user} />
      </div>
    </>
  );
}
