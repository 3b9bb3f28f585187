import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Problem } from "../../ui/problem.tsx";
import { useToast } from "../../ui/toast.tsx";
import layout from "../../ui/layout.module.css";
import { useProfile } from "../identity/use-profile.ts";
import { useRefreshScope } from "../projects/use-refresh-scope.ts";

interface WithdrawProps {
  /** The id of the proposal's author, who alone withdraws it. */
  author: string;
  send: () => Promise<unknown>;
}

/** A button for the author of a proposal. */
export function WithdrawProposal({ author, send }: WithdrawProps) {
  const { t } = useTranslation();
  const { id: me } = useProfile();
  const toast = useToast();
  const refresh = useRefreshScope();
  const withdraw = useMutation({
    mutationFn: send,
    onSuccess: async () => {
      toast({ text: t("controls.withdrawn") });
      await refresh();
    },
  });
  if (author !== me) return null;
  return (
    <>
      <div className={layout["actions"]}>
        <Button variant="default" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
          {t("controls.withdraw")}
        </Button>
      </div>
      {withdraw.isError && <Problem error={withdraw.error} />}
    </>
  );
}
