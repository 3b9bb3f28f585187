import { z } from "zod";
import { frameworkName } from "../../domain/frameworks/framework-name.rules.ts";
import { catalogueIdOf } from "../../domain/frameworks/imported-framework.rules.ts";
import type { ProductClient } from "./product-client.ts";

const Frameworks = z.object({ frameworks: z.array(z.object({ id: z.string(), name: z.string() })) });

/** The names of the frameworks of some projects, by id. They are only read if one of them was imported. */
export async function readFrameworkNames(
  client: ProductClient,
  projects: readonly { framework: string }[],
): Promise<(id: string) => string> {
  if (projects.every(({ framework }) => catalogueIdOf(framework) === null)) return frameworkName;
  const { frameworks } = await client.get("/api/v1/compliance/frameworks", Frameworks);
  return (id) => frameworks.find((framework) => framework.id === id)?.name ?? frameworkName(id);
}
