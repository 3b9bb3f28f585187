import { defineEntity, p } from "@mikro-orm/core";

const StoredAnswerSchema = defineEntity({
  name: "StoredAnswer",
  tableName: "stored_answers",
  properties: {
    /** Hash of the caller and their key. */
    id: p.string().primary(),
    /** Hash of what was asked, to tell a retry from another request under the same key. */
    fingerprint: p.string(),
    status: p.integer(),
    /** The body, sealed: it may show a secret that is kept nowhere else. */
    sealedBody: p.text(),
    expiresAt: p.datetime().index(),
  },
});

/** What a request with an `Idempotency-Key` was answered, so that its retry gets the same answer and does nothing. */
export class StoredAnswer extends StoredAnswerSchema.class {}
StoredAnswerSchema.setClass(StoredAnswer);
