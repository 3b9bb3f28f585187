import { IconMenu2, IconX } from "@tabler/icons-react";
import { ActionIcon } from "@mantine/core";
import { useNetwork } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { DropAnywhere } from "../features/evidence/drop-anywhere.tsx";
import { Bell } from "../features/notifications/bell.tsx";
import { projectQuery } from "../features/projects/project.queries.ts";
import { useCatalogueLanguage } from "../features/projects/use-catalogue-language.ts";
import { Palette } from "../features/search/palette.tsx";
import { useLiveEvents } from "../live/use-live-events.ts";
import { CatalogueLanguage } from "../ui/catalogue-text.tsx";
import { ProjectOfPage } from "../ui/project-of-page.ts";
import { Brand } from "./brand.tsx";
import { KeysHelp } from "./keys-help.tsx";
import { Navigation } from "./navigation.tsx";
import { Page } from "./page.tsx";
import { StepUp } from "./step-up.tsx";
import { useNotifications } from "./use-notifications.ts";
import { usePalette } from "./use-palette.ts";
import { useSendKey } from "./use-send-key.ts";
import { useProjectOfPage } from "./use-project-of-page.ts";
import styles from "./shell.module.css";

/** Keyboard and screen reader users start at the top of the new page. */
function useFocusOnMove(main: React.RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname, main]);
}

/** On small screens, the closed menu would hide which project this is. */
function BarTitle({ projectId }: { projectId: string | undefined }) {
  const { data } = useQuery({ ...projectQuery(projectId ?? ""), enabled: projectId !== undefined });
  if (projectId === undefined || data === undefined) return <Brand />;
  return (
    <Link to="/projects/$projectId" params={{ projectId }} className={styles["brand"]}>
      <img src="/icon.svg" alt="" />
      <span>{data.name}</span>
    </Link>
  );
}

/** The frame of every page for signed-in users. */
export function Shell() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const { online } = useNetwork();
  useLiveEvents();
  useSendKey();
  const [open, setOpen] = useState(false);
  const notifications = useNotifications();
  const palette = usePalette();
  const main = useRef<HTMLElement>(null);
  const [projectId, setProjectOfPage] = useProjectOfPage();
  const language = useCatalogueLanguage(projectId);
  useFocusOnMove(main);
  useEffect(() => setOpen(false), [pathname]);
  return (
    <div className={styles["app"]}>
      <a href="#main" className={styles["skip"]}>
        {t("shell.skip")}
      </a>
      <header className={styles["bar"]} data-screen-only>
        <BarTitle projectId={projectId} />
        <span className={styles["barActions"]}>
          <Bell onOpen={notifications.open} />
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-expanded={open}
            aria-label={t(open ? "shell.closeMenu" : "shell.openMenu")}
            onClick={() => setOpen(!open)}
          >
            {open ? <IconX size={20} /> : <IconMenu2 size={20} />}
          </ActionIcon>
        </span>
      </header>
      <nav className={styles["nav"]} data-open={open} aria-label={t("shell.navigation")}>
        <Navigation projectId={projectId} onSearch={palette.open} onNotifications={notifications.open} />
      </nav>
      <div>
        {!online && (
          <div className={styles["offline"]} role="status">
            {t("shell.offline")}
          </div>
        )}
        <KeysHelp />
        <StepUp />
        <DropAnywhere />
        {notifications.Panel !== undefined && <notifications.Panel onClose={notifications.close} />}
        {palette.isOpen && <Palette onClose={palette.close} onDone={palette.leave} />}
        <main id="main" ref={main} tabIndex={-1} className={styles["main"]}>
          <ProjectOfPage value={setProjectOfPage}>
            <CatalogueLanguage value={language}>
              <Page />
            </CatalogueLanguage>
          </ProjectOfPage>
        </main>
      </div>
    </div>
  );
}
