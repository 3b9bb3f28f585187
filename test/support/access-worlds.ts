import type { Role } from "../../domain/users/user.rules.ts";
import { Project } from "../../domain/projects/project.entity.ts";
import { scopesOfRole } from "../../domain/users/user.rules.ts";
import { createKey } from "./api-keys.ts";
import { CREDENTIALS, type Credential, type PersonName } from "./access-callers.ts";
import {
  REDIRECT_URI,
  VERIFIER,
  basic,
  codeFor,
  postForm,
  registerClient,
  type RegisteredClient,
} from "./oauth.ts";
import type { Product, SignedIn } from "./product.ts";

/**
 * `home` is the subject of the table, `foreign` another company, `demo` a demo project of unrelated people.
 */
export type WorldName = "home" | "foreign" | "demo";

export interface World {
  name: WorldName;
  /** The customer of its projects. */
  owner: SignedIn;
  projectId: string;
  /** A second project of the same people, to which keys are restricted. */
  otherProjectId: string;
}

/** Something that not everyone may see. */
export interface Thing {
  kind: "project" | "person" | "key";
  world: WorldName;
  /** The project of the thing, if any. */
  projectId?: string;
  /** The owner of the key. */
  owner?: PersonName;
}

/**
 * Users with a manager do not see demo projects; some have one, so that every role occurs with and without.
 */
export const PLACES: Record<
  PersonName,
  { role: Role; world: "home" | "foreign"; manager: PersonName | null }
> = {
  admin: { role: "admin", world: "home", manager: null },
  manager: { role: "manager", world: "home", manager: null },
  "foreign manager": { role: "manager", world: "foreign", manager: "admin" },
  customer: { role: "customer", world: "home", manager: "manager" },
  "shared customer": { role: "customer", world: "home", manager: null },
  "foreign customer": { role: "customer", world: "foreign", manager: "foreign manager" },
  auditor: { role: "auditor", world: "home", manager: null },
  "foreign auditor": { role: "auditor", world: "foreign", manager: "foreign manager" },
};

export type Headers = Record<string, string>;

/** The parameters of one call of a route. */
export interface Made {
  /** For the `{name}` parts of the path. */
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: object;
  form?: FormData;
}

/** All people and resources of the matrix. */
export interface Stage {
  product: Product;
  people: Record<PersonName, SignedIn>;
  worlds: Record<WorldName, World>;
  headersOf: (person: PersonName, credential: Credential) => Headers;
  /** A new user of the same role with the same kind of credential, for a call that consumes its caller. */
  standIn: (person: PersonName, credential: Credential) => Promise<Headers>;
  /** An admin who may not see demo projects. */
  boundAdmin: Headers;
  note: (id: string, thing: Thing) => void;
  /** The responses that authorised callers got. */
  shown: Set<Thing>;
  /** The things that a text names, by their ids. */
  thingsIn: (text: string) => Thing[];
}

const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` });

/** Weekdays at least two days from now, whatever the current time. */
function otherDays(): string[] {
  const days = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
  const today = new Date().getUTCDay();
  return [3, 4].map((ahead) => days[(today + ahead) % 7]!);
}

const RESTRICTIONS: Partial<Record<Credential, (otherProjectId: string) => object>> = {
  "key for another project": (id) => ({ resources: { project_ids: [id] } }),
  "key at a wrong address": () => ({ ip_allow: ["192.0.2.0/24"] }),
  "key outside its hours": () => ({
    time: { timezone: "UTC", days: otherDays(), from: "00:00", to: "00:00" },
  }),
};

async function tokenToRead(product: Product, client: RegisteredClient, userId: string): Promise<string> {
  const code = await codeFor(product, client.client_id, userId, { scopes: ["read"] });
  const fields = {
    grant_type: "authorization_code",
    code,
    redirect_uri: REDIRECT_URI,
    code_verifier: VERIFIER,
  };
  const { body } = await postForm(
    product,
    "/oauth/token",
    fields,
    basic(client.client_id, client.client_secret),
  );
  return body.access_token;
}

async function signInPeople(product: Product): Promise<Record<PersonName, SignedIn>> {
  const people: Partial<Record<PersonName, SignedIn>> = {};
  for (const [name, { role, manager }] of Object.entries(PLACES)) {
    const options = manager === null ? {} : { managerId: people[manager]!.id };
    people[name as PersonName] = await product.signIn(role, options);
  }
  return people as Record<PersonName, SignedIn>;
}

async function buildWorlds(
  product: Product,
  people: Record<PersonName, SignedIn>,
): Promise<Record<WorldName, World>> {
  const create = async (owner: SignedIn, more: object = {}): Promise<string> => {
    const body = { name: "A project", framework: "soc2", customer_id: owner.id, ...more };
    return (await people.admin.send("POST", "/api/v1/projects", body)).data.id;
  };
  const build = async (name: WorldName, owner: SignedIn, more: object): Promise<World> => ({
    name,
    owner,
    projectId: await create(owner, more),
    otherProjectId: await create(owner, more),
  });
  const demo = await build("demo", await product.signIn("customer"), {});
  const demoIds = [demo.projectId, demo.otherProjectId];
  await product.orm.em.fork().nativeUpdate(Project, { id: { $in: demoIds } }, { demo: true });
  return {
    home: await build("home", people.customer, {
      auditor_id: people.auditor.id,
      team_members: [{ user_id: people["shared customer"].id, role: "customer" }],
    }),
    foreign: await build("foreign", people["foreign customer"], { auditor_id: people["foreign auditor"].id }),
    demo,
  };
}

const UUID = /[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}/g;
/** API keys contain their ids without hyphens. */
const compact = (id: string): string => id.replaceAll("-", "");

function createRegister(): Pick<Stage, "note" | "thingsIn"> {
  const things = new Map<string, Thing>();
  return {
    note: (id, thing) => void things.set(compact(id), thing),
    thingsIn: (text) => (text.match(UUID) ?? []).flatMap((id) => things.get(compact(id)) ?? []),
  };
}

async function noteWorld({ note, people }: Pick<Stage, "note" | "people">, world: World): Promise<void> {
  for (const projectId of [world.projectId, world.otherProjectId]) {
    note(projectId, { kind: "project", world: world.name, projectId });
    const { data } = await people.admin.get(`/api/v1/projects/${projectId}`);
    for (const { id } of data.controls) note(id, { kind: "project", world: world.name, projectId });
  }
  note(world.owner.id, { kind: "person", world: world.name });
}

export async function setStage(product: Product): Promise<Stage> {
  const people = await signInPeople(product);
  const worlds = await buildWorlds(product, people);
  const client = await registerClient(people.admin, { scopes: ["read"], grants: ["authorization_code"] });
  const register = createRegister();
  for (const world of Object.values(worlds)) await noteWorld({ ...register, people }, world);
  const issue = async (name: PersonName, credential: Credential, signedIn: SignedIn): Promise<Headers> => {
    if (credential === "session") return bearer(signedIn.token);
    if (credential === "token to read") return bearer(await tokenToRead(product, client, signedIn.id));
    const { role, world } = PLACES[name];
    const restrictions = RESTRICTIONS[credential]?.(worlds[world].otherProjectId) ?? {};
    const { id, api_key: text } = await createKey(signedIn, { scopes: scopesOfRole(role), restrictions });
    register.note(id, { kind: "key", world, owner: name });
    return { "x-api-key": text };
  };
  const issued = new Map<string, Headers>();
  for (const [key, { world }] of Object.entries(PLACES)) {
    const name = key as PersonName;
    if (name !== "admin") register.note(people[name].id, { kind: "person", world });
    for (const credential of CREDENTIALS)
      issued.set(`${name} ${credential}`, await issue(name, credential, people[name]));
  }
  const boundAdmin = await product.signIn("admin", { managerId: people.admin.id });
  return {
    ...register,
    shown: new Set(),
    product,
    people,
    worlds,
    headersOf: (person, credential) => issued.get(`${person} ${credential}`)!,
    standIn: async (person, credential) =>
      issue(person, credential, await product.signIn(PLACES[person].role)),
    boundAdmin: bearer(boundAdmin.token),
  };
}
