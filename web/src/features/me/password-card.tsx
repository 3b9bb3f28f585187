import { Button, PasswordInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState, type SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import { Card } from "../../ui/card.tsx";
import { Note } from "../../ui/note.tsx";
import { useToast } from "../../ui/toast.tsx";
import layout from "../../ui/layout.module.css";
import { Problem } from "../../ui/problem.tsx";
import { useHasPassword } from "../identity/use-has-password.ts";

/** Changes the password, which ends the user's other sessions. */
function ChangePassword() {
  const { t } = useTranslation();
  const toast = useToast();
  const [current, setCurrent] = useState("");
  const [next, setNext] = useState("");
  const change = useMutation({
    mutationFn: () => api.POST("/auth/password", { body: { current_password: current, new_password: next } }),
    onSuccess: () => {
      setCurrent("");
      setNext("");
      toast({ text: t("me.passwordChanged") });
    },
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    change.mutate();
  };
  return (
    <>
      <form onSubmit={submit} className={layout["form"]}>
        <PasswordInput
          label={t("me.currentPassword")}
          autoComplete="current-password"
          required
          value={current}
          onChange={({ currentTarget }) => setCurrent(currentTarget.value)}
        />
        <PasswordInput
          label={t("me.newPassword")}
          autoComplete="new-password"
          required
          value={next}
          onChange={({ currentTarget }) => setNext(currentTarget.value)}
        />
        <Note>{t("me.passwordHint")}</Note>
        <div>
          <Button type="submit" variant="default" loading={change.isPending}>
            {t("me.changePassword")}
          </Button>
        </div>
      </form>
      {change.error !== null && <Problem error={change.error} />}
    </>
  );
}

export function PasswordCard() {
  const { t } = useTranslation();
  return (
    <Card title={t("me.password")}>
      {useHasPassword() ? <ChangePassword /> : <p>{t("me.noPassword")}</p>}
    </Card>
  );
}
