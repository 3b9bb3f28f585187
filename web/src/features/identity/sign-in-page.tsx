import { Button, PasswordInput, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter, useSearch } from "@tanstack/react-router";
import { useEffect, useState, type SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../http/api-error.ts";
import { api } from "../../http/client.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { Problem } from "../../ui/problem.tsx";
import { waysToSignInQuery } from "./session.queries.ts";
import styles from "./sign-in.module.css";

/** Only a path of our own: an address that somebody was sent must not lead elsewhere. */
const pathAfter = (to: string | undefined): string =>
  to !== undefined && /^\/(?![/\\])/.test(to) && !to.startsWith("/sign-in") ? to : "/";

/** On to where the person was going, with nothing kept of whoever was signed in before. */
function useOnward(): () => void {
  const queries = useQueryClient();
  const router = useRouter();
  const { to } = useSearch({ from: "/sign-in" });
  return () => {
    queries.clear();
    router.history.push(pathAfter(to));
  };
}

const lacksCode = (error: unknown): boolean => error instanceof ApiError && error.details["field"] === "otp";

function Providers() {
  const { t } = useTranslation();
  const { data } = useQuery(waysToSignInQuery);
  if (data === undefined || data.providers.length === 0) return null;
  return (
    <div className={styles["providers"]}>
      <span className={styles["or"]}>{t("signIn.or")}</span>
      {data.providers.map(({ text, href }) => (
        <Button key={href} component="a" href={href} variant="default" fullWidth>
          {text}
        </Button>
      ))}
    </div>
  );
}

/** Who came back from a provider is signed in by what the provider said. */
function useReturnFromProvider(onward: () => void) {
  const { from } = useSearch({ from: "/sign-in" });
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => api.POST("/auth/session/continue"),
    onSuccess: onward,
  });
  useEffect(() => {
    if (from === "provider") mutate();
  }, [from, mutate]);
  return { error, isPending };
}

/** The sentence below the form; a code that is merely missing is no error. */
function Refusal({ error, isCodeSent }: { error: unknown; isCodeSent: boolean }) {
  if (error === null || (lacksCode(error) && !isCodeSent)) return null;
  if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500)
    return <Problem error={error} />;
  return (
    <p className={styles["refusal"]} role="alert">
      {error.message}
    </p>
  );
}

function Form({ onward }: { onward: () => void }) {
  const { t } = useTranslation();
  const [email, setEmail] = useState("");
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
      <TextInput
        label={t("signIn.email")}
        type="email"
        autoComplete="username"
        required
        withAsterisk={false}
        autoFocus
        value={email}
        onChange={({ currentTarget }) => setEmail(currentTarget.value)}
      />
      <PasswordInput
        label={t("signIn.password")}
        autoComplete="current-password"
        required
        withAsterisk={false}
        value={password}
        onChange={({ currentTarget }) => setPassword(currentTarget.value)}
      />
      {asksForCode && (
        <TextInput
          label={t("signIn.code")}
          description={t("signIn.codeHint")}
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          withAsterisk={false}
          autoFocus
          value={otp}
          onChange={({ currentTarget }) => setOtp(currentTarget.value.trim())}
        />
      )}
      <Refusal error={signIn.error} isCodeSent={otp !== ""} />
      <Button type="submit" loading={signIn.isPending} fullWidth>
        {t("signIn.submit")}
      </Button>
      <a href="/password/forgot" className={styles["forgot"]}>
        {t("signIn.forgot")}
      </a>
    </form>
  );
}

export function SignInPage() {
  const { t } = useTranslation();
  const onward = useOnward();
  const back = useReturnFromProvider(onward);
  return (
    <main className={styles["page"]}>
      <div className={styles["box"]}>
        <img src="/icon.svg" alt="" width={34} height={34} />
        <PageTitle title={t("signIn.title")} />
        {back.error !== null && <Problem error={back.error} />}
        <Form onward={onward} />
        <Providers />
      </div>
    </main>
  );
}
