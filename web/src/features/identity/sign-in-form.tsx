import { Button, PasswordInput, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState, type SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../http/api-error.ts";
import { api } from "../../http/client.ts";
import { ApiMessage } from "../../ui/api-message.tsx";
import { Problem } from "../../ui/problem.tsx";
import styles from "./sign-in.module.css";

const lacksCode = (error: unknown): boolean => error instanceof ApiError && error.details["field"] === "otp";

const reasonOf = (error: ApiError): string | null => {
  if (lacksCode(error)) return "wrong_code";
  return error.status === 401 ? "wrong_password" : error.reason;
};

/** The message below the form. A code that has not been entered yet is not an error. */
function Refusal({ error, isCodeSent }: { error: unknown; isCodeSent: boolean }) {
  if (error === null || (lacksCode(error) && !isCodeSent)) return null;
  if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500)
    return <Problem error={error} />;
  return (
    <p className={styles["refusal"]} role="alert">
      <ApiMessage error={error} reason={reasonOf(error)} />
    </p>
  );
}

function CodeInput({ value, onChange }: { value: string; onChange: (code: string) => void }) {
  const { t } = useTranslation();
  return (
    <TextInput
      label={t("signIn.code")}
      description={t("signIn.codeHint")}
      inputMode="numeric"
      autoComplete="one-time-code"
      required
      autoFocus
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value.trim())}
    />
  );
}

/** Asks for the password, for a code if required, and for the email address unless it is known. */
export function SignInForm({ known, onward }: { known?: string; onward: () => void }) {
  const { t } = useTranslation();
  const [email, setEmail] = useState(known ?? "");
  const [password, setPassword] = useState("");
  const [otp, setOtp] = useState("");
  const signIn = useMutation({
    mutationFn: () =>
      api.POST("/auth/session", { body: { email, password, ...(otp === "" ? {} : { otp }) } }),
    onSuccess: onward,
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    signIn.mutate();
  };
  const asksForCode = lacksCode(signIn.error) || otp !== "";
  return (
    <form onSubmit={submit} className={styles["form"]}>
      {known === undefined && (
        <TextInput
          label={t("signIn.email")}
          type="email"
          autoComplete="username"
          required
          autoFocus
          value={email}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
        />
      )}
      <PasswordInput
        label={t("signIn.password")}
        autoComplete="current-password"
        autoFocus={known !== undefined}
        required
        value={password}
        onChange={({ currentTarget }) => setPassword(currentTarget.value)}
      />
      {asksForCode && <CodeInput value={otp} onChange={setOtp} />}
      <Refusal error={signIn.error} isCodeSent={otp !== ""} />
      <Button size="sm" type="submit" loading={signIn.isPending} fullWidth>
        {t("signIn.submit")}
      </Button>
      <a href="/password/forgot" className={styles["forgot"]}>
        {t("signIn.forgot")}
      </a>
    </form>
  );
}
