import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ApiError } from "../../http/api-error.ts";
import { api, dataOf } from "../../http/client.ts";
import type { Invitation, NewInvitationFields } from "./invitation.queries.ts";

interface Refused {
  email: string;
  error: ApiError;
}

export interface Invited {
  invitations: readonly Invitation[];
  refused: readonly Refused[];
}

/** Whether the next address may fare better: this one is invalid, in use, or invited already. */
const isOfAddress = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 400 || error.status === 409);

interface Sent {
  emails: readonly string[];
  fields: Omit<NewInvitationFields, "email">;
}

/** Invites each address by itself, so that one that is refused does not affect the others. */
export function useInvite(onDone: (invited: Invited) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ emails, fields }: Sent): Promise<Invited> => {
      const invitations: Invitation[] = [];
      const refused: Refused[] = [];
      for (const email of emails) {
        try {
          invitations.push(await dataOf(api.POST("/invitations", { body: { ...fields, email } })));
        } catch (error) {
          // A single address is shown with the form, as any other problem.
          if (!isOfAddress(error) || emails.length === 1) throw error;
          refused.push({ email, error });
        }
      }
      return { invitations, refused };
    },
    onSuccess: onDone,
    onSettled: () => queries.invalidateQueries({ queryKey: ["invitations"] }),
  });
}
