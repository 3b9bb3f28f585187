import { JOB_STATUSES } from "../../domain/assistant/job.rules.ts";
import fc from "fast-check";
import {
  always,
  any,
  all,
  caller,
  differs,
  equals,
  holds,
  never,
  oneOf,
  some,
} from "../../domain/access/condition.ts";
import type { Condition, Operand } from "../../domain/access/condition.ts";
import { KEY_KINDS } from "../../domain/api-keys/api-key.rules.ts";
import { CONTROL_STATUSES } from "../../domain/controls/control.rules.ts";
import { EVIDENCE_STATUSES } from "../../domain/evidence/evidence.rules.ts";
import { FINDING_STATUSES } from "../../domain/findings/finding.rules.ts";
import { PROJECT_STATUSES } from "../../domain/projects/project.rules.ts";
import { QUESTIONNAIRE_STATUSES } from "../../domain/questionnaires/questionnaire.rules.ts";
import { REPORT_STATUSES } from "../../domain/reports/report.rules.ts";
import { ROLES, SCOPES } from "../../domain/users/user.rules.ts";
import { AGENT_KINDS, type Kind, type World } from "./access-world.ts";
import { POLICY_KINDS, WEBHOOK_URLS } from "./arbitrary-belongings.ts";

/** The vocabulary of conditions on the rows of a kind: its attributes with their values, and its collections. */
interface Vocabulary {
  values: Readonly<Record<string, readonly string[]>>;
  flags: readonly string[];
  collections: Readonly<Record<string, Vocabulary>>;
}

const under = (prefix: string, { values, flags, collections }: Vocabulary): Vocabulary => {
  const move = <T>(record: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(record).map(([path, value]) => [`${prefix}.${path}`, value]));
  return {
    values: move(values),
    flags: flags.map((path) => `${prefix}.${path}`),
    collections: move(collections),
  };
};

const join = (...parts: Vocabulary[]): Vocabulary => ({
  values: Object.assign({}, ...parts.map(({ values }) => values)) as Vocabulary["values"],
  flags: parts.flatMap(({ flags }) => flags),
  collections: Object.assign({}, ...parts.map(({ collections }) => collections)) as Vocabulary["collections"],
});

function vocabularyOf({ userIds, projectIds }: World): Record<Kind, Vocabulary> {
  const attributes = (values: Vocabulary["values"], flags: string[] = []) => ({
    values,
    flags,
    collections: {},
  });
  const person = attributes({ id: userIds, role: ROLES, "manager.id": userIds });
  const member = join(attributes({ role: ROLES }), under("user", person));
  const project = join(
    attributes({ id: projectIds, status: PROJECT_STATUSES }, ["demo"]),
    under("customer", person),
    under("auditor", person),
    under("createdBy", person),
    { values: {}, flags: [], collections: { team: member } },
  );
  return {
    user: join(person, attributes({}, ["demoAllowed", "active"])),
    project,
    control: join(
      attributes({ status: CONTROL_STATUSES }),
      under("owner", person),
      under("project", project),
    ),
    evidence: join(
      attributes({ status: EVIDENCE_STATUSES }),
      under("uploadedBy", person),
      under("project", project),
    ),
    finding: join(attributes({ status: FINDING_STATUSES }), under("project", project)),
    questionnaire: join(attributes({ status: QUESTIONNAIRE_STATUSES }), under("project", project)),
    report: join(attributes({ status: REPORT_STATUSES }), under("project", project)),
    agent: join(attributes({ kind: AGENT_KINDS }), under("project", project)),
    notification: join(under("user", person), under("project", project)),
    policy: join(attributes({ type: POLICY_KINDS }), under("owner", person), under("project", project)),
    audit_entry: join(attributes({ actorId: userIds }), under("project", project)),
    event: join(attributes({ ownerId: userIds }), under("project", project)),
    ai_job: join(attributes({ status: JOB_STATUSES }), under("project", project)),
    conversation: join(under("owner", person), under("project", project)),
    webhook: join(attributes({ url: WEBHOOK_URLS }), under("owner", person)),
    api_key: join(attributes({ kind: KEY_KINDS }), under("owner", person)),
  };
}

const IDS = /(^|\.)id$/;

function leaves({ values, flags }: Vocabulary): fc.Arbitrary<Condition> {
  const compare = fc.constantFrom(equals, differs);
  const about = Object.entries(values).map(([path, known]) => {
    const own: Operand[] = IDS.test(path) ? [{ actor: "id" }, { actor: "managerId" }] : [];
    const operand = fc.constantFrom<Operand>(null, ...own, ...known);
    return fc.oneof(
      fc.tuple(compare, operand).map(([comparison, value]) => comparison(path, value)),
      fc.subarray([...known]).map((some) => oneOf(path, some)),
    );
  });
  const flag = flags.map((path) =>
    fc.tuple(compare, fc.boolean()).map(([comparison, value]) => comparison(path, value)),
  );
  return fc.oneof(...about, ...flag);
}

const ABOUT_THE_CALLER: fc.Arbitrary<Condition> = fc.oneof(
  fc.constantFrom(always, never),
  fc.constantFrom(...SCOPES).map(holds),
  fc.boolean().map((value) => caller("demoAllowed", value)),
  fc.constant(caller("managerId", null)),
);

function conditionsOver(vocabulary: Vocabulary, depth: number): fc.Arbitrary<Condition> {
  const leaf = fc.oneof(
    { weight: 6, arbitrary: leaves(vocabulary) },
    { weight: 1, arbitrary: ABOUT_THE_CALLER },
    ...Object.entries(vocabulary.collections).map(([path, member]) => ({
      weight: 2,
      arbitrary: conditionsOver(member, Math.min(1, depth)).map((condition) => some(path, condition)),
    })),
  );
  if (depth === 0) return leaf;
  const parts = fc.array(conditionsOver(vocabulary, depth - 1), { maxLength: 3 });
  return fc.oneof(
    leaf,
    parts.map((conditions) => all(...conditions)),
    parts.map((conditions) => any(...conditions)),
  );
}

const DEPTH = 2;

/** Possible conditions on rows of the kind, whether or not they make sense. */
export const conditionsOn = (kind: Kind, world: World): fc.Arbitrary<Condition> =>
  conditionsOver(vocabularyOf(world)[kind], DEPTH);
