import type { QueryClient } from "@tanstack/react-query";
import { createRoute, createRouter } from "@tanstack/react-router";
import { readAllControlsSearch } from "./features/controls/all-controls-search.ts";
import { readControlsSearch } from "./features/controls/controls-search.ts";
import { readEvidenceSearch } from "./features/evidence/evidence-search.ts";
import { readFindingsSearch } from "./features/findings/findings-search.ts";
import { readProjectsSearch } from "./features/projects/projects-search.ts";
import { REPORT_KINDS } from "./features/reports/report-kinds.ts";
import { settings } from "./settings-routes.ts";
import { lazyPage } from "./lazy-page.ts";
import { readSearch } from "./read-search.ts";
import { Missing } from "./shell/missing.tsx";
import { withPermissions, onlyFor, root, signIn, signedIn } from "./base-routes.ts";
import { RouteProblem } from "./shell/route-problem.tsx";

const home = createRoute({
  getParentRoute: () => signedIn,
  path: "/",
  component: lazyPage(() => import("./features/home/home-page.tsx"), "HomePage"),
});

const projects = createRoute({
  getParentRoute: () => signedIn,
  path: "/projects",
  validateSearch: readProjectsSearch,
  component: lazyPage(() => import("./features/projects/projects-page.tsx"), "ProjectsPage"),
});

const newProject = createRoute({
  getParentRoute: () => signedIn,
  path: "/projects/new",
  validateSearch: readSearch({ step: "number", from: "text" }),
  ...onlyFor("project.create"),
  component: lazyPage(() => import("./features/new-project/new-project-page.tsx"), "NewProjectPage"),
});

const project = createRoute({
  getParentRoute: () => signedIn,
  path: "/projects/$projectId",
  validateSearch: readSearch({ asOf: "day", why: "text", edit: "text" }),
  ...withPermissions,
  component: lazyPage(() => import("./features/projects/project-page.tsx"), "ProjectPage"),
});

const controls = createRoute({
  getParentRoute: () => signedIn,
  path: "/projects/$projectId/controls",
  validateSearch: readControlsSearch,
  ...withPermissions,
  component: lazyPage(() => import("./features/controls/controls-page.tsx"), "ControlsPage"),
});

const allControls = createRoute({
  getParentRoute: () => signedIn,
  path: "/controls",
  validateSearch: readAllControlsSearch,
  component: lazyPage(() => import("./features/controls/all-controls-page.tsx"), "AllControlsPage"),
});

const evidence = createRoute({
  getParentRoute: () => signedIn,
  path: "/projects/$projectId/evidence",
  validateSearch: readEvidenceSearch,
  ...withPermissions,
  component: lazyPage(() => import("./features/evidence/evidence-page.tsx"), "EvidencePage"),
});

const findings = createRoute({
  getParentRoute: () => signedIn,
  path: "/projects/$projectId/findings",
  validateSearch: readFindingsSearch,
  ...withPermissions,
  component: lazyPage(() => import("./features/findings/findings-page.tsx"), "FindingsPage"),
});

const oneEvidence = createRoute({
  getParentRoute: () => signedIn,
  path: "/evidence/$evidenceId",
  validateSearch: readSearch({ passage: "text", compare: "text", edit: "text" }),
  ...withPermissions,
  component: lazyPage(() => import("./features/evidence/evidence-view-page.tsx"), "EvidenceViewPage"),
});

const review = createRoute({
  getParentRoute: () => signedIn,
  path: "/review",
  validateSearch: readSearch({ project: "text", evidence: "text" }),
  ...onlyFor("evidence.review"),
  component: lazyPage(() => import("./features/review/review-page.tsx"), "ReviewPage"),
});

const me = createRoute({
  getParentRoute: () => signedIn,
  path: "/me",
  validateSearch: readSearch({ sessions: "number" }),
  component: lazyPage(() => import("./features/me/me-page.tsx"), "MePage"),
});

const assistant = createRoute({
  getParentRoute: () => signedIn,
  path: "/projects/$projectId/assistant",
  validateSearch: readSearch({ conversation: "text" }),
  ...onlyFor("assistant.ask"),
  component: lazyPage(() => import("./features/assistant/assistant-page.tsx"), "AssistantPage"),
});

const reports = createRoute({
  getParentRoute: () => signedIn,
  path: "/projects/$projectId/reports",
  validateSearch: readSearch({ kind: REPORT_KINDS, page: "number" }),
  ...onlyFor("report.read"),
  component: lazyPage(() => import("./features/reports/reports-page.tsx"), "ReportsPage"),
});

const questionnaires = createRoute({
  getParentRoute: () => signedIn,
  path: "/projects/$projectId/questionnaires",
  validateSearch: readSearch({ page: "number" }),
  ...onlyFor("questionnaire.read"),
  component: lazyPage(
    () => import("./features/questionnaires/questionnaires-page.tsx"),
    "QuestionnairesPage",
  ),
});

const questionnaire = createRoute({
  getParentRoute: () => signedIn,
  path: "/questionnaires/$questionnaireId",
  validateSearch: readSearch({ q: "text", state: "text", item: "text", page: "number" }),
  ...onlyFor("questionnaire.read"),
  component: lazyPage(() => import("./features/questionnaires/questionnaire-page.tsx"), "QuestionnairePage"),
});

const policies = createRoute({
  getParentRoute: () => signedIn,
  path: "/projects/$projectId/policies",
  validateSearch: readSearch({ q: "text", open: "text", control: "text", page: "number" }),
  ...onlyFor("policy.read"),
  component: lazyPage(() => import("./features/policies/policies-page.tsx"), "PoliciesPage"),
});

const policy = createRoute({
  getParentRoute: () => signedIn,
  path: "/policies/$policyId",
  validateSearch: readSearch({ version: "number", compare: "number", edit: "text" }),
  ...onlyFor("policy.read"),
  component: lazyPage(() => import("./features/policies/policy-page.tsx"), "PolicyPage"),
});

const audits = createRoute({
  getParentRoute: () => signedIn,
  path: "/audits",
  validateSearch: readSearch({ q: "text", page: "number" }),
  ...onlyFor("evidence.accept"),
  component: lazyPage(() => import("./features/audits/audits-page.tsx"), "AuditsPage"),
});

const room = createRoute({
  getParentRoute: () => signedIn,
  path: "/audits/$projectId",
  validateSearch: readSearch({ show: "text" }),
  ...onlyFor("evidence.accept"),
  component: lazyPage(() => import("./features/audits/room-page.tsx"), "RoomPage"),
});

/** Any other address: signed-in users keep the navigation. */
const missing = createRoute({ getParentRoute: () => signedIn, path: "$", component: Missing });

const behindSignIn = signedIn.addChildren([
  home,
  projects,
  newProject,
  project,
  controls,
  allControls,
  evidence,
  findings,
  oneEvidence,
  review,
  ...settings,
  me,
  assistant,
  reports,
  questionnaires,
  questionnaire,
  policies,
  policy,
  audits,
  room,
  missing,
]);

export const createConsoleRouter = (queryClient: QueryClient) =>
  createRouter({
    routeTree: root.addChildren([signIn, behindSignIn]),
    context: { queryClient },
    defaultNotFoundComponent: Missing,
    defaultErrorComponent: RouteProblem,
    defaultPreload: "intent",
    // What a page was typed, has loaded and is sending belongs to one project or resource.
    defaultRemountDeps: ({ params }) => params as Record<string, string>,
    scrollRestoration: true,
  });

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
