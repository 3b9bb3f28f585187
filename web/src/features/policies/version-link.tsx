import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { Policy } from "./policy.queries.ts";

interface VersionLinkProps {
  policy: Pick<Policy, "version">;
  version: number;
  /** By default the name of the version. */
  text?: string;
}

/** To a version of the policy that the page shows. */
export function VersionLink({ policy, version, text }: VersionLinkProps) {
  const { t } = useTranslation();
  return (
    <Link from="/policies/$policyId" to="." search={version === policy.version ? {} : { version }}>
      {text ?? t("policies.versionOf", { version })}
    </Link>
  );
}
