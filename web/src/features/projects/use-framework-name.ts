import { frameworkName } from "../../../../domain/frameworks/framework-name.rules.ts";
import { useFramework } from "./use-framework.ts";

/** The name of a framework. That of an imported one is read, and its id shown until then. */
export function useFrameworkName(id: string): string {
  const name = frameworkName(id);
  return useFramework(id, name === id)?.name ?? name;
}
