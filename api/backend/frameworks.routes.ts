import { z } from "zod";
import { frameworks } from "../../domain/frameworks/catalogue.rules.ts";
import { TRUST_CATEGORIES } from "../../domain/frameworks/trust-category.rules.ts";
import { signedIn } from "../access.ts";
import { defineRoute, type Route } from "../route.ts";

const FrameworkControlView = z.object({
  id: z.string(),
  number: z.string(),
  title: z.string(),
  category: z.string(),
  trust_category: z.enum(TRUST_CATEGORIES),
  summary: z.string(),
});

const FrameworkList = z.object({
  frameworks: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      description: z.string(),
      controls: z.array(FrameworkControlView),
    }),
  ),
});

const list = defineRoute({
  method: "get",
  path: "/api/v1/compliance/frameworks",
  service: "backend",
  summary: "The frameworks a project can be run against, with their controls",
  access: signedIn("read"),
  output: FrameworkList,
  act: async () => frameworks,
  present: (all) => ({
    frameworks: all.map(({ id, name, description, controls }) => ({
      id,
      name,
      description,
      controls: controls.map((control) => ({
        id: `${id}:${control.number}`,
        number: control.number,
        title: control.title,
        category: control.category,
        trust_category: control.trustCategory,
        summary: control.summary,
      })),
    })),
  }),
});

export const createFrameworkRoutes = (): Route[] => [list];
