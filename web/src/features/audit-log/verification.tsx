import { Button } from "@mantine/core";
import { IconShieldCheck } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { Copyable } from "../../ui/copyable.tsx";
import { Note } from "../../ui/note.tsx";
import { Problem } from "../../ui/problem.tsx";
import layout from "../../ui/layout.module.css";
import { ChainProblem } from "./chain-problem.tsx";
import { verifyChain, type Verified } from "./verify-chain.ts";

function Result({ result: { head, problem } }: { result: Verified }) {
  const { t } = useTranslation();
  if (problem !== null) return <ChainProblem problem={problem} />;
  return (
    <div className={layout["ask"]} role="status">
      <Badge tone="good" wraps>
        {t("audit.whole", { count: head.position })}
      </Badge>
      <span>
        {t("audit.head")} <Copyable text={`${head.position}:${head.hash}`} label={t("audit.head")} />
      </span>
      <Note>{t("audit.headHint")}</Note>
    </div>
  );
}

/** Verifies the hashes of the whole log in the browser. */
export function Verification() {
  const { t } = useTranslation();
  const abort = useRef<AbortController>(null);
  const [count, setCount] = useState(0);
  const verify = useMutation({
    mutationFn: () => {
      abort.current = new AbortController();
      setCount(0);
      return verifyChain(abort.current.signal, setCount);
    },
  });
  useEffect(() => () => abort.current?.abort(), []);
  const isStopped = abort.current?.signal.aborted === true;
  return (
    <Card>
      <div className={layout["ask"]}>
        <div className={layout["inline"]}>
          <Button
            variant="default"
            leftSection={<IconShieldCheck size={16} aria-hidden />}
            loading={verify.isPending}
            onClick={() => verify.mutate()}
          >
            {t("audit.verify")}
          </Button>
          {verify.isPending && (
            <>
              <Button variant="default" onClick={() => abort.current?.abort()}>
                {t("audit.stop")}
              </Button>
              <Note>{t("audit.verifying", { count })}</Note>
            </>
          )}
        </div>
        {verify.isError && !isStopped && <Problem error={verify.error} />}
        {verify.data !== undefined && <Result result={verify.data} />}
      </div>
    </Card>
  );
}
