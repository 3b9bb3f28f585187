import { describe, expect, test } from "@jest/globals";
import { FindingComment } from "../domain/findings/finding.entity.ts";
import { newId } from "../platform/ids.ts";
import type { ApiClient } from "./support/api-client.ts";
import { startFindingsProject } from "./support/findings-project.ts";

const { product, customer, auditor, manager, newProject, raise, eventsOf } = await startFindingsProject();
const projectId = await newProject();

const kindsOf = async (id: string) => (await eventsOf(id)).map(({ kind }) => kind);

describe("comments", () => {
  test("are returned with the finding, in threads", async () => {
    const { id } = await raise(projectId);
    const say = (by: ApiClient, body: object) => by.send("POST", `/api/findings/${id}/comments`, body);
    const first = await say(auditor, { text: "Which key?" });
    expect(first.status).toBe(201);
    const second = await say(customer, { text: "The old one", reply_to: first.data.id });
    const { comments } = (await manager.get(`/api/findings/${id}`)).data;
    expect(comments).toEqual([first.data, second.data]);
    expect(second.data).toMatchObject({ author: { id: customer.id }, reply_to: first.data.id });
    expect(await kindsOf(id)).toEqual(["finding.created", "finding.commented", "finding.commented"]);
    const { id: other } = await raise(projectId);
    const wrong = { text: "x", reply_to: first.data.id };
    const refused = await customer.send("POST", `/api/findings/${other}/comments`, wrong);
    expect(refused.body.error.details["field"]).toBe("reply_to");
  });

  test("are the latest hundred with their number; all can be listed, newest first", async () => {
    const { id } = await raise(projectId);
    const at = Date.now() - 1_000_000;
    await product.orm.em.fork().insertMany(
      FindingComment,
      Array.from({ length: 103 }, (_, i) => {
        const createdAt = new Date(at + i * 1_000);
        return { id: newId(), finding: id, author: auditor.id, text: `Comment ${i}`, createdAt };
      }),
    );
    const { comments, comment_count: count } = (await manager.get(`/api/findings/${id}`)).data;
    const texts = comments.map(({ text }) => text);
    expect([count, texts.length, texts[0], texts.at(-1)]).toEqual([103, 100, "Comment 3", "Comment 102"]);
    const second = (await manager.get(`/api/findings/${id}/comments?limit=100&page=2`)).data;
    expect(second.comments.map(({ text }) => text)).toEqual(["Comment 2", "Comment 1", "Comment 0"]);
    expect(second.comments[0]!.author).toMatchObject({ id: auditor.id });
    expect(second.pagination).toEqual({ page: 2, limit: 100, total: 103, pages: 2 });
    const stranger = await product.signIn("customer");
    expect((await stranger.get(`/api/findings/${id}/comments`)).status).toBe(404);
  });
});
