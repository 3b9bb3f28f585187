import type { types } from "@slack/bolt";
import { z } from "zod";
import type { Texts } from "../../../domain/texts/en.ts";

export const REJECT_VIEW = "evidence_reject_reason";
const BLOCK = "reason";
const ACTION = "text";
/** The maximum length of a review's note. */
const MAX = 2_000;

/** The message and evidence of the request, which return with the reason. */
const RejectionRequest = z.object({ evidenceId: z.string(), channel: z.string(), ts: z.string() });
export type RejectionRequest = z.infer<typeof RejectionRequest>;

/** Asks for the reason. */
export const rejectModal = (about: RejectionRequest, { chats: { reject } }: Texts): types.ModalView => ({
  type: "modal",
  callback_id: REJECT_VIEW,
  private_metadata: JSON.stringify(about),
  title: { type: "plain_text", text: reject.title },
  submit: { type: "plain_text", text: reject.submit },
  close: { type: "plain_text", text: reject.cancel },
  blocks: [
    {
      type: "input",
      block_id: BLOCK,
      label: { type: "plain_text", text: reject.reason },
      element: {
        type: "plain_text_input",
        action_id: ACTION,
        multiline: true,
        min_length: 1,
        max_length: MAX,
      },
    },
  ],
});

interface Submitted {
  private_metadata: string;
  state: { values: Record<string, Record<string, { value?: string | null | undefined }>> };
}

/** The reason and what it is about; the reason is empty if it contains only white space. */
export function readRejection({
  private_metadata: about,
  state,
}: Submitted): RejectionRequest & { reason: string } {
  const reason = state.values[BLOCK]?.[ACTION]?.value?.trim() ?? "";
  return { ...RejectionRequest.parse(JSON.parse(about)), reason };
}

/** Shown below the field. */
export const noReason = ({ chats: { reject } }: Texts) =>
  ({ response_action: "errors", errors: { [BLOCK]: reject.noReason } }) as const;
