import { defineEntity, p } from "@mikro-orm/core";

const StoredAnswerSchema = defineEntity({
  name: "StoredAnswer",
  tableName: "stored_answers",
  properties: {
    /** Hash of the caller and their key; of an answer in Slack, the id of its workflow. */
    id: p.string().primary(),
    /** Hash of the request, to distinguish a retry from another request with the same key. */
    fingerprint: p.string(),
    status: p.integer(),
    /** The encrypted body: it may contain a secret that is stored nowhere else. */
    sealedBody: p.text(),
    expiresAt: p.datetime().index(),
  },
});

/**
 * The response to a request with an `Idempotency-Key`, so that its retry gets the same response and does
 * nothing. Also the answer to a question in Slack, so that a repeated post does not ask again.
 */
export class StoredAnswer extends StoredAnswerSchema.class {}
StoredAnswerSchema.setClass(StoredAnswer);
