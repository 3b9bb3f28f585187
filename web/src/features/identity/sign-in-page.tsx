import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter, useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { Problem } from "../../ui/problem.tsx";
import { Showcase } from "./showcase.tsx";
import { SignInForm } from "./sign-in-form.tsx";
import { signInMethodsQuery } from "./session.queries.ts";
import styles from "./sign-in.module.css";

/** Allow only local paths: a crafted link must not redirect elsewhere. */
const pathAfter = (to: string | undefined): string =>
  to !== undefined && /^\/(?![/\\])/.test(to) && !to.startsWith("/sign-in") ? to : "/";

/** Continues to the requested page and clears data cached for the previous user. */
function useOnward(): () => void {
  const queries = useQueryClient();
  const router = useRouter();
  const { to } = useSearch({ from: "/sign-in" });
  return () => {
    queries.clear();
    router.history.push(pathAfter(to));
  };
}

function Providers() {
  const { t } = useTranslation();
  const { data } = useQuery(signInMethodsQuery);
  if (data === undefined || data.providers.length === 0) return null;
  return (
    <div className={styles["providers"]}>
      <span className={styles["or"]}>{t("signIn.or")}</span>
      {data.providers.map(({ name, href }) => (
        <Button key={href} component="a" href={href} variant="default" fullWidth>
          {t("signIn.with", { name })}
        </Button>
      ))}
    </div>
  );
}

/** Users who return from an identity provider are already signed in. */
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

export function SignInPage() {
  const { t } = useTranslation();
  const onward = useOnward();
  const back = useReturnFromProvider(onward);
  return (
    <div className={styles["page"]}>
      <main className={styles["side"]}>
        <p className={styles["product"]}>
          <img src="/icon.svg" alt="" width={26} height={26} />
          Compliance
        </p>
        <div className={styles["box"]}>
          <PageTitle title={t("signIn.title")} />
          {back.error !== null && <Problem error={back.error} />}
          <SignInForm onward={onward} />
          <Providers />
        </div>
      </main>
      <Showcase />
    </div>
  );
}
