import { createContext, useContext, useEffect } from "react";

/** Sets the project of a page whose URL does not name it. */
export const ProjectOfPage = createContext<(projectId: string | undefined) => void>(() => undefined);

/** Keeps the project's links in the navigation. Undefined until the page has loaded; null for none. */
export function useSetProjectOfPage(projectId: string | null | undefined): void {
  const set = useContext(ProjectOfPage);
  useEffect(() => {
    if (projectId !== undefined) set(projectId ?? undefined);
  }, [projectId, set]);
}
