import { pathToFileURL } from "node:url";
import { createProject } from "../domain/projects/project.commands.ts";
import { Project } from "../domain/projects/project.entity.ts";
import type { CommandContext } from "../domain/context.ts";
import { entities } from "../domain/entities.ts";
import { User } from "../domain/users/user.entity.ts";
import { SCOPES, type Role } from "../domain/users/user.rules.ts";
import { systemClock } from "../platform/clock.ts";
import type { Config } from "../platform/config.ts";
import { randomSecret } from "../domain/random-secret.ts";
import { createOrm } from "../platform/database/orm.ts";
import { hashPassword } from "../platform/crypto/passwords.ts";
import { readArgs } from "./read-args.ts";
import { readConfig } from "./read-config.ts";
import { checkDatabase } from "./stack/check-database.ts";
import { describeFailure } from "./stack/describe-failure.ts";
import { reportFailure, StackError } from "./stack/stack-error.ts";

const HELP = `node dev/seed.ts [--fill]

Creates the demo organisation in the database at DATABASE_URL, unless that has users: four accounts, with DEMO_PASSWORD
or a password that is shown once, and two projects. npm start does this automatically.

--fill  also gives the projects files, reviews, findings, policies, a questionnaire, an auditor package and a score
        history, through the API at BACKEND_URL, which must be running, with a worker. Takes one to three minutes.
`;

const HEALTH_MS = 5_000;

export interface SeedResult {
  /** None in a database with users of its own. */
  accounts: { email: string; role: Role }[];
  /** Their password; null if they existed already, because only a hash is stored. */
  password: string | null;
}

const ACCOUNTS: { email: string; name: string; role: Role }[] = [
  { email: "admin@example.com", name: "Demo Admin", role: "admin" },
  { email: "manager@example.com", name: "Demo Manager", role: "manager" },
  { email: "auditor@example.com", name: "Demo Auditor", role: "auditor" },
  { email: "customer@example.com", name: "Demo Customer", role: "customer" },
];

const DAY_MS = 86_400_000;
/** The projects are so old that their files and findings have a past. */
const BEGAN_DAYS_AGO = 89;
const days = (count: number): Date => new Date(systemClock.now().getTime() + count * DAY_MS);
const date = (at: Date): string => at.toISOString().slice(0, 10);

const MILESTONES = [
  { name: "Evidence collected", dueDate: days(60) },
  { name: "Internal review", dueDate: days(90) },
  { name: "Audit", dueDate: days(120) },
];

async function seedUsers(ctx: Pick<CommandContext, "em">, password: string): Promise<Map<Role, User>> {
  const passwordHash = await hashPassword(password);
  const users = ACCOUNTS.map((account) => ctx.em.create(User, { ...account, passwordHash, preferences: {} }));
  await ctx.em.flush();
  return new Map(users.map((user) => [user.role, user]));
}

async function seedProjects(ctx: CommandContext, users: Map<Role, User>): Promise<void> {
  const people = { customerId: users.get("customer")!.id, auditorId: users.get("auditor")!.id };
  const team = { teamMembers: [{ userId: users.get("manager")!.id, role: "manager" as const }] };
  const period = { periodStart: date(days(-180)), periodEnd: date(days(180)), milestones: MILESTONES };
  const wanted = [
    {
      name: "Example Cloud: SOC 2 Type II",
      framework: "soc2",
      description: "The yearly report for customers of Example Cloud.",
    },
    {
      name: "Example Cloud: ISO 27001",
      framework: "iso27001",
      description: "Certification of the information security management system.",
    },
  ];
  for (const project of wanted) {
    const created = await createProject(ctx, { ...project, ...people, ...team, ...period });
    await ctx.em.nativeUpdate(Project, { id: created.id }, { demo: true });
  }
}

/** Creates the demo organisation once: four users without managers, and two projects. */
export async function seedDemo(config: Config): Promise<SeedResult> {
  const accounts = ACCOUNTS.map(({ email, role }) => ({ email, role }));
  const orm = await createOrm(config, entities);
  try {
    return await orm.em.fork().transactional(async (em) => {
      if ((await em.count(User)) > 0) {
        const known = await em.find(User, { email: { $in: accounts.map(({ email }) => email) } });
        return { accounts: known.map(({ email, role }) => ({ email, role })), password: null };
      }
      const password = config.DEMO_PASSWORD ?? randomSecret(12);
      const users = await seedUsers({ em }, password);
      const actor = {
        id: users.get("admin")!.id,
        role: "admin",
        managerId: null,
        demoAllowed: true,
        scopes: SCOPES,
        projectIds: null,
        apiKeyId: null,
        via: null,
      } as const;
      await seedProjects({ em, actor, clock: { now: () => days(-BEGAN_DAYS_AGO) }, events: [] }, users);
      return { accounts, password };
    });
  } finally {
    await orm.close();
  }
}

/** Throws StackError unless the API answers, so that nothing is created that could not be filled. */
async function checkApi(url: string): Promise<void> {
  try {
    const response = await fetch(new URL("/api/health", url), { signal: AbortSignal.timeout(HEALTH_MS) });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`it answered ${response.status}`);
  } catch (error) {
    throw new StackError(
      `BACKEND_URL names ${url}, where no API answers (${describeFailure((error as Error).cause ?? error)}): start API and worker first.`,
      { cause: error },
    );
  }
}

async function fill(config: Config, password: string): Promise<void> {
  console.log("Filling the projects, which takes one to three minutes ...");
  // Imported on demand: its modules make files of all formats.
  const { fillOrganisation } = await import("./demo/organisation/fill-organisation.ts");
  await fillOrganisation({ url: config.backendUrl, password, config, systemsUrl: null });
  console.log("The demo organisation is complete");
}

async function main(isFilling: boolean): Promise<void> {
  const config = readConfig();
  await checkDatabase(config.DATABASE_URL);
  if (isFilling) await checkApi(config.backendUrl);
  const { accounts, password } = await seedDemo(config);
  if (accounts.length === 0) throw new StackError("The database has users of its own: nothing was created.");
  const note = password === null ? "existed already" : `password: ${password}`;
  console.log(`${accounts.map(({ email }) => email).join(", ")} (${note})`);
  if (isFilling && password !== null) await fill(config, password);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const isFilling = readArgs(
    { help: HELP, options: { fill: { type: "boolean" } } },
    (values) => values.fill === true,
  );
  await main(isFilling).catch(reportFailure);
}
