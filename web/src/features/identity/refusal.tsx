import { Button, PasswordInput, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState, type SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../http/api-error.ts";
import { api } from "../../http/client.ts";
import { Problem } from "../../ui/problem.tsx";
import layout from "../../ui/layout.module.css";
import { useProfile } from "./use-profile.ts";

interface RefusalProps {
  error: Error | null;
  /** Tries again once the person has shown who they are. */
  onRetry: () => void;
}

const wantsSignIn = (error: Error): boolean =>
  error instanceof ApiError && error.details["reason"] === "sign_in_again";

function SignInAgain({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  const { email } = useProfile();
  const [password, setPassword] = useState("");
  const [otp, setOtp] = useState("");
  const signIn = useMutation({
    mutationFn: () =>
      api.POST("/auth/session", { body: { email, password, ...(otp === "" ? {} : { otp }) } }),
    onSuccess: onDone,
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    // The form may stand inside of another, which is not meant.
    event.stopPropagation();
    signIn.mutate();
  };
  const lacksCode = signIn.error instanceof ApiError && signIn.error.details["field"] === "otp";
  const asksForCode = lacksCode || otp !== "";
  return (
    <form onSubmit={submit} className={layout["form"]} aria-label={t("again.title")}>
      <p>{t("again.why")}</p>
      {signIn.isError && !(lacksCode && otp === "") && <Problem error={signIn.error} />}
      <PasswordInput
        label={t("signIn.password")}
        autoComplete="current-password"
        autoFocus
        value={password}
        onChange={({ currentTarget }) => setPassword(currentTarget.value)}
      />
      {asksForCode && (
        <TextInput
          label={t("signIn.code")}
          autoComplete="one-time-code"
          value={otp}
          onChange={({ currentTarget }) => setOtp(currentTarget.value)}
        />
      )}
      <div>
        <Button type="submit" size="xs" loading={signIn.isPending}>
          {t("again.go")}
        </Button>
      </div>
    </form>
  );
}

/** Why something was refused; where only a fresh sign-in is missing, the way to one. */
export function Refusal({ error, onRetry }: RefusalProps) {
  if (error === null) return null;
  return wantsSignIn(error) ? <SignInAgain onDone={onRetry} /> : <Problem error={error} />;
}
