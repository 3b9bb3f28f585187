import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { signInMethodsQuery } from "./session.queries.ts";
import styles from "./sign-in.module.css";

/** Requires the provider to ask for credentials, and returns to the page that reports it to other tabs. */
function againAt(href: string): string {
  const url = new URL(href, location.origin);
  url.searchParams.set("return_to", "/sign-in?from=again");
  url.searchParams.set("prompt", "login");
  return `${url.pathname}${url.search}`;
}

/** Buttons for the identity providers. To sign in again, they open another tab, so that this page keeps its state. */
export function Providers({ again = false }: { again?: boolean }) {
  const { t } = useTranslation();
  const { data } = useQuery(signInMethodsQuery);
  if (data === undefined || data.providers.length === 0) return null;
  return (
    <div className={styles["providers"]}>
      <span className={styles["or"]}>{t("signIn.or")}</span>
      {data.providers.map(({ name, href }) => (
        <Button
          key={href}
          size="sm"
          component="a"
          href={again ? againAt(href) : href}
          {...(again ? { target: "_blank" } : {})}
          variant="default"
          fullWidth
        >
          {t("signIn.with", { name })}
        </Button>
      ))}
    </div>
  );
}
