import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import { ConfirmedAction } from "../../ui/confirmed-action.tsx";
import { Problem } from "../../ui/problem.tsx";
import { ShownOnce } from "../../ui/shown-once.tsx";
import { useToast } from "../../ui/toast.tsx";
import layout from "../../ui/layout.module.css";
import type { Invitation } from "./invitation.queries.ts";

const useRefresh = () => {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ["invitations"] });
};

/** `onSent` is called once earlier links no longer work. */
function Resend({ invitation: { id, email }, onSent }: { invitation: Invitation; onSent: () => void }) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const toast = useToast();
  const resend = useMutation({
    mutationFn: () => api.POST("/invitations/{id}/resend", { params: { path: { id } } }),
    onSuccess: async () => {
      onSent();
      await refresh();
      toast({ text: t("invitations.resent", { email }) });
    },
  });
  return (
    <>
      <Button variant="default" loading={resend.isPending} onClick={() => resend.mutate()}>
        {t("invitations.resend")}
      </Button>
      {resend.error !== null && <Problem error={resend.error} />}
    </>
  );
}

function useMakeLink({ id }: Invitation) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => api.POST("/invitations/{id}/link", { params: { path: { id } } }),
    onSuccess: refresh,
  });
}

interface PersonalLinkProps {
  invitation: Invitation;
  make: ReturnType<typeof useMakeLink>;
}

function PersonalLink({ invitation: { mail }, make }: PersonalLinkProps) {
  const { t } = useTranslation();
  return (
    <>
      <Button variant="default" loading={make.isPending} onClick={() => make.mutate()}>
        {t("invitations.link")}
      </Button>
      {make.error !== null && <Problem error={make.error} />}
      {make.data?.data !== undefined && (
        <ShownOnce
          label={t(mail === "sent" ? "invitations.linkInsteadOfMail" : "invitations.linkHint")}
          secret={make.data.data.data.invitation_url}
        />
      )}
    </>
  );
}

function Revoke({ invitation: { id, email } }: { invitation: Invitation }) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const toast = useToast();
  const revoke = () => api.DELETE("/invitations/{id}", { params: { path: { id } } });
  const onRevoked = async () => {
    await refresh();
    toast({ text: t("invitations.isRevoked", { email }) });
  };
  return (
    <>
      <ConfirmedAction
        text={t("invitations.revoke")}
        warning={t("invitations.revokeWarning")}
        run={revoke}
        onDone={onRevoked}
      />
    </>
  );
}

/** What can be done about an invitation until it is accepted or revoked. */
export function InvitationActions({ invitation }: { invitation: Invitation }) {
  const make = useMakeLink(invitation);
  if (invitation.status === "accepted" || invitation.status === "revoked") return null;
  return (
    <div className={layout["actions"]}>
      <Resend invitation={invitation} onSent={make.reset} />
      <PersonalLink invitation={invitation} make={make} />
      <Revoke invitation={invitation} />
    </div>
  );
}
