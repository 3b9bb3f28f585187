/** The version of a policy that a piece of evidence was filed from. */
export interface FiledPolicy {
  id: string;
  title: string;
  version: number;
}

const FILED = /^Written policy of .*?: (.+), version (\d+)\. Filed from the policy ([\da-f-]{36})\.$/;

/** The description of the evidence, by which `filedPolicyOf` and searches for the id find the policy. */
export const describeFiled = (company: string, { id, title, version }: FiledPolicy): string =>
  `Written policy of ${company}: ${title}, version ${version}. Filed from the policy ${id}.`;

/** The policy in such a description; null if it is in other words, because someone has rewritten it. */
export function filedPolicyOf(description: string): FiledPolicy | null {
  const [, title, version, id] = FILED.exec(description) ?? [];
  return title === undefined || id === undefined ? null : { id, title, version: Number(version) };
}
