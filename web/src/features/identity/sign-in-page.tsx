import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter, useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../http/client.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { Problem } from "../../ui/problem.tsx";
import { Providers } from "./providers.tsx";
import { Showcase } from "./showcase.tsx";
import { reportSignIn } from "./sign-in-elsewhere.ts";
import { SignInForm } from "./sign-in-form.tsx";
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

/** Users who return from an identity provider are already signed in; those who signed in again continue elsewhere. */
function useReturnFromProvider(onward: () => void) {
  const { from } = useSearch({ from: "/sign-in" });
  const again = from === "again";
  const { mutate, error, isSuccess } = useMutation({
    mutationFn: () => dataOf(api.POST("/auth/session/continue")),
    onSuccess: ({ user }) => (again ? reportSignIn(user.id) : onward()),
  });
  useEffect(() => {
    if (again || from === "provider") mutate();
  }, [again, from, mutate]);
  return { error, isDone: again && isSuccess };
}

export function SignInPage() {
  const { t } = useTranslation();
  const onward = useOnward();
  const back = useReturnFromProvider(onward);
  const { from } = useSearch({ from: "/sign-in" });
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
          {back.isDone ? (
            <p role="status">{t("signIn.continueElsewhere")}</p>
          ) : (
            <>
              {from === "ended" && (
                <p role="status" className={styles["ended"]}>
                  {t("signIn.ended")}
                </p>
              )}
              <SignInForm onward={onward} />
              <Providers />
            </>
          )}
        </div>
      </main>
      <Showcase />
    </div>
  );
}
