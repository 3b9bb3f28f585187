import { Menu, useMantineColorScheme, type MantineColorScheme } from "@mantine/core";
import { IconCheck, IconLogout, IconUser } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { ApiError } from "../http/api-error.ts";
import { api } from "../http/client.ts";
import { forgetUser } from "../features/identity/forget-user.ts";
import { useProfile } from "../features/identity/use-profile.ts";
import { LANGUAGES, chooseLanguage, type Language } from "../i18n/set-up-i18n.ts";
import { useToast } from "../ui/toast.tsx";
import { discardDrafts } from "../ui/use-draft.ts";
import { useReason } from "../ui/use-reason.ts";
import styles from "./shell.module.css";

const SCHEMES: readonly MantineColorScheme[] = ["light", "dark", "auto"];

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((part) => part.slice(0, 1).toUpperCase())
    .join("");

const chosen = (is: boolean) => (is ? <IconCheck size={14} aria-hidden /> : <span />);

/** Ends the session, unless it has ended already. */
async function endSession(): Promise<void> {
  try {
    await api.DELETE("/auth/session");
  } catch (error) {
    if (!(error instanceof ApiError && error.isSignedOut)) throw error;
  }
}

function useSignOut(): () => void {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();
  const reasonOf = useReason();
  const { mutate } = useMutation({
    mutationFn: endSession,
    onSuccess: async () => {
      await navigate({ to: "/sign-in" });
      discardDrafts();
      forgetUser(queries);
    },
    // The next user of this window would still be signed in as this one.
    onError: (error) => toast({ text: reasonOf(error), isBad: true }),
  });
  return mutate;
}

/** The user, their appearance settings, and signing out. */
export function PersonMenu() {
  const { t, i18n } = useTranslation();
  const { name, role } = useProfile();
  // Mantine's transitions on a change of theme would write a style into the page, which its policy forbids.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const signOut = useSignOut();
  return (
    <Menu position="top-start" width={212} withinPortal={false}>
      <Menu.Target>
        <button type="button" className={styles["person"]}>
          <span className={styles["face"]} aria-hidden>
            {initialsOf(name)}
          </span>
          <span className={styles["who"]}>
            <span>{name}</span>
            <small>{t(`role.${role}`)}</small>
          </span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t("person.theme")}</Menu.Label>
        {SCHEMES.map((scheme) => (
          <Menu.Item
            key={scheme}
            rightSection={chosen(scheme === colorScheme)}
            onClick={() => setColorScheme(scheme)}
          >
            {t(`theme.${scheme}`)}
          </Menu.Item>
        ))}
        <Menu.Label>{t("person.language")}</Menu.Label>
        {Object.entries(LANGUAGES).map(([language, own]) => (
          <Menu.Item
            key={language}
            lang={language}
            rightSection={chosen(language === i18n.language)}
            onClick={() => void chooseLanguage(language as Language)}
          >
            {own}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item component={Link} to="/me" leftSection={<IconUser size={15} aria-hidden />}>
          {t("nav.me")}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={15} aria-hidden />} onClick={signOut}>
          {t("person.signOut")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
