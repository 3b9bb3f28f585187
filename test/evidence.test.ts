import { describe, expect, test } from "@jest/globals";
import { request } from "undici";
import { makeDocx } from "../dev/sample-files/make-docx.ts";
import { Event } from "../domain/events/event.entity.ts";
import { Evidence } from "../domain/evidence/evidence.entity.ts";
import { startEvidenceProject } from "./support/evidence-project.ts";
import { meanwhile } from "./support/meanwhile.ts";

const UNKNOWN = "01a1fdb9-0000-7000-8000-000000000000";
const { product, customer, foreign, auditor, projectId, pdf, upload, uploaded } =
  await startEvidenceProject();

describe("reading", () => {
  test("lists with search, filters and sort", async () => {
    const project = (await customer.send("POST", "/api/v1/projects", { name: "Lists", framework: "soc2" }))
      .data.id;
    for (const [title, control] of [
      ["Firewall rules", "CC6.6"],
      ["Backup test", "A1.2"],
      ["Firewall review", "CC6.6"],
    ]) {
      await customer.upload(
        { name: "a.pdf", bytes: pdf },
        {
          project_id: project,
          control_id: control!,
          title,
          tags: title!.startsWith("B") ? "restore" : "network",
        },
      );
    }
    const titles = async (query: string) =>
      (await customer.get(`/api/v1/evidence?project_id=${project}&${query}`)).data.evidence.map(
        (e: { title: string }) => e.title,
      );
    expect(await titles("")).toEqual(["Firewall review", "Backup test", "Firewall rules"]);
    expect(await titles("search=firewall&sort=title&order=asc")).toEqual([
      "Firewall review",
      "Firewall rules",
    ]);
    expect(await titles("search=firewall&search_fields=description")).toEqual([]);
    expect(await titles("control_id=A1.2")).toEqual(["Backup test"]);
    expect(await titles("tag=restore")).toEqual(["Backup test"]);
    expect(await titles("search=restore&search_fields=tags,title")).toEqual(["Backup test"]);
    expect(await titles("search=backup&search_fields=tags")).toEqual([]);
    expect(await titles("sort=created_at&order=asc")).toEqual(await titles("sort=uploaded_at&order=asc"));
    expect(await titles("search=&_=1764000000000")).toEqual(await titles(""));
    expect(await titles("status=approved")).toEqual([]);
    for (const several of ["tag=restore,network", "tag=restore&tag=network", "status=approved,pending"])
      expect(await titles(several)).toEqual(await titles(""));
    expect(await titles("status=approved&status=rejected")).toEqual([]);
    expect(await titles("search=restore&search_fields=tags&search_fields=title")).toEqual(["Backup test"]);
    expect(await titles("chunking_status=PENDING&limit=1&page=3")).toEqual(["Firewall rules"]);
  });

  test("lets browsers display safe files on a page that runs nothing", async () => {
    const shown = async (name: string, bytes: Buffer) => {
      const { data } = await upload(name, bytes);
      const { headers } = await customer.fetch(`/api/v1/evidence/${data.id}/file?disposition=inline`);
      return [headers.get("content-disposition"), headers.get("content-security-policy")];
    };
    const policy = expect.stringMatching(/^sandbox; default-src 'none'/);
    expect(await shown("review.pdf", pdf)).toEqual([null, policy]);
    const docx = await makeDocx([{ paragraph: "Access reviews take place every quarter." }]);
    expect(await shown("review.docx", docx)).toEqual(["attachment; filename=review.docx", policy]);
  });

  test("returns the file byte for byte, as an attachment without content sniffing", async () => {
    const id = (await upload("Überprüfung.pdf")).data.id;
    const response = await customer.fetch(`/api/v1/evidence/${id}/file`);
    expect(Buffer.from(await response.arrayBuffer()).equals(pdf)).toBe(true);
    expect(response.headers.get("content-type")).toBe("application/pdf");
    expect(response.headers.get("content-length")).toBe(String(pdf.length));
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(response.headers.get("content-disposition")).toBe(
      "attachment; filename=\"?berpr?fung.pdf\"; filename*=UTF-8''%C3%9Cberpr%C3%BCfung.pdf",
    );
  });

  test("honours ranges and validators", async () => {
    const id = await uploaded();
    const ask = (headers: Record<string, string>) =>
      customer.fetch(`/api/v1/evidence/${id}/file`, { headers });
    const part = await ask({ range: "bytes=5-9" });
    expect([part.status, part.headers.get("content-range")]).toEqual([206, `bytes 5-9/${pdf.length}`]);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(pdf.subarray(5, 10));
    const beyond = await ask({ range: `bytes=${pdf.length}-` });
    expect([beyond.status, beyond.headers.get("content-range")]).toEqual([416, `bytes */${pdf.length}`]);
    expect(beyond.headers.get("content-type")).toMatch(/^application\/json/);
    expect([beyond.headers.get("content-disposition"), beyond.headers.get("etag")]).toEqual([null, null]);
    expect(await beyond.json()).toMatchObject({ error: { details: { field: "Range" } } });
    const etag = (await ask({})).headers.get("etag")!;
    // Not with fetch, which adds Cache-Control: no-cache to such a request.
    const url = `${product.config.backendUrl}/api/v1/evidence/${id}/file`;
    const unchanged = await request(url, {
      headers: { authorization: `Bearer ${customer.token}`, "if-none-match": etag },
    });
    expect(unchanged.statusCode).toBe(304);
  });

  test("returns a range only if the caller has the beginning of the same file", async () => {
    const path = `/api/v1/evidence/${await uploaded()}/file` as const;
    const etag = (await customer.fetch(path)).headers.get("etag")!;
    const ask = async (ifRange: string, range = "bytes=5-9", method = "GET") =>
      (await customer.fetch(path, { method, headers: { range, "if-range": ifRange } })).status;
    expect(await ask(etag)).toBe(206);
    for (const other of ['"another"', `W/${etag}`, "Wed, 21 Oct 2026 07:28:00 GMT"])
      expect([await ask(other), await ask(other, `bytes=${pdf.length}-`)]).toEqual([200, 200]);
    expect(await ask(etag, "bytes=5-9", "HEAD")).toBe(200);
  });

  test("reports the ingestion, even before it starts", async () => {
    const { data } = await customer.get(`/api/v1/evidence/${await uploaded()}/ingestion`);
    expect(data).toMatchObject({
      chunking_status: "PENDING",
      progress: 0,
      error: null,
      workflow_id: expect.stringMatching(/^ingest-/),
    });
    expect(data.workflow_url).toContain(data.workflow_id);
  });
});

describe("changing", () => {
  test("updates the metadata of a file, not the file", async () => {
    const id = await uploaded();
    const { data } = await customer.send("PUT", `/api/v1/evidence/${id}`, {
      title: "Better",
      tags: ["x"],
      control_id: "CC6.2",
      period_end: "2026-12-31",
    });
    expect(data).toMatchObject({ title: "Better", tags: ["x"], period_end: "2026-12-31", description: "" });
    expect((await customer.send("PUT", `/api/v1/evidence/${id}`, { file_name: "x.pdf" })).status).toBe(400);
    expect(
      (await customer.send("PUT", `/api/v1/evidence/${id}`, { control_id: "CC99" })).body.error.details[
        "field"
      ],
    ).toBe("control_id");
  });

  test("a deleted file is gone from every route at once", async () => {
    const id = await uploaded();
    expect((await customer.send("DELETE", `/api/v1/evidence/${id}`)).body).toMatchObject({
      success: true,
      message: expect.any(String),
    });
    for (const path of ["", "/file", "/thumbnail", "/ingestion"])
      expect((await customer.get(`/api/v1/evidence/${id}${path}`)).status).toBe(404);
    expect((await customer.send("DELETE", `/api/v1/evidence/${id}`)).status).toBe(404);
  });

  const statusesOf = (answers: readonly { status: number }[]): number[] =>
    answers.map(({ status }) => status).toSorted((a, b) => a - b);

  test("answers 404 to one of two simultaneous deletions, with one event", async () => {
    const id = await uploaded();
    const remove = () => customer.send("DELETE", `/api/v1/evidence/${id}`);
    const answers = await meanwhile(product, id, [remove, remove]);
    expect(statusesOf(answers)).toEqual([200, 404]);
    const answered = await product.orm.em.fork().count(Event, { subjectId: id, kind: "evidence.deleted" });
    expect(answered).toBe(1);
  });

  test("answers 409 to one of two simultaneous retries", async () => {
    const id = await uploaded();
    await product.orm.em.fork().nativeUpdate(Evidence, { id }, { chunkingStatus: "FAILED" });
    const retry = () => customer.send("POST", `/api/v1/evidence/${id}/ingestion/retry`);
    const answers = await meanwhile(product, id, [retry, retry]);
    expect(statusesOf(answers)).toEqual([202, 409]);
  });

  test("keeps what is approved while a customer deletes it", async () => {
    const id = await uploaded();
    const remove = () => customer.send("DELETE", `/api/v1/evidence/${id}`);
    const approved = { status: "approved", approvedAt: new Date() } as const;
    const [answer] = await meanwhile(product, id, [remove], approved);
    expect(answer!.status).toBe(403);
    expect((await customer.get(`/api/v1/evidence/${id}`)).data.status).toBe("approved");
  });

  test("retries only failed ingestions", async () => {
    const id = await uploaded();
    expect((await customer.send("POST", `/api/v1/evidence/${id}/ingestion/retry`)).body.error.code).toBe(
      "CONFLICT",
    );
    await product.orm.em
      .fork()
      .nativeUpdate(
        Evidence,
        { id },
        { chunkingStatus: "FAILED", ingestionError: "x", extractionWarnings: ["y"] },
      );
    expect((await customer.get(`/api/v1/evidence/${id}`)).data.warnings).toEqual(["y"]);
    const { status, data } = await customer.send("POST", `/api/v1/evidence/${id}/ingestion/retry`);
    expect([status, data.chunking_status, data.error, data.warnings, data.workflow_id]).toEqual([
      202,
      "PENDING",
      null,
      [],
      `ingest-${id}-retry-1`,
    ]);
  });

  test.each<Partial<Evidence>>([
    { status: "quarantined", chunkingStatus: "QUARANTINED" },
    { status: "superseded", chunkingStatus: "QUARANTINED" },
    { status: "pending", chunkingStatus: "QUARANTINED" },
  ])("refuses to download, replace or copy quarantined files: %j", async (state) => {
    const id = await uploaded();
    await product.orm.em.fork().nativeUpdate(Evidence, { id }, state);
    expect((await customer.get(`/api/v1/evidence/${id}/file`)).body.error).toMatchObject({
      code: "CONFLICT",
      details: { reason: "quarantined" },
    });
    const path = `/api/v1/evidence/${id}/versions` as const;
    const replaced = await customer.upload(
      { name: "a.pdf", bytes: pdf },
      { title: undefined } as never,
      path,
    );
    expect([replaced.status, replaced.body.error?.message]).toEqual([
      409,
      expect.stringContaining("quarantine"),
    ]);
    const other = { name: "Other", framework: "soc2" };
    const target = (await customer.send("POST", "/api/v1/projects", other)).data.id;
    const copied = await customer.send("POST", `/api/v1/evidence/${id}/reuse`, { project_id: target });
    expect([copied.status, copied.body.error?.message]).toEqual([409, expect.stringContaining("quarantine")]);
    expect((await customer.get(`/api/v1/evidence/${id}`)).data.status).toBe(state.status);
  });
});

describe("denied", () => {
  const calls: [string, string, string][] = [
    ["GET", "", "read"],
    ["GET", "/file", "download"],
    ["GET", "/thumbnail", "thumbnail"],
    ["GET", "/ingestion", "ingestion status"],
    ["PUT", "", "update"],
    ["DELETE", "", "delete"],
    ["POST", "/ingestion/retry", "retry"],
  ];

  test.each(calls)(
    "%s%s (%s): outsiders see nothing, and anonymous callers must sign in",
    async (method, path) => {
      const id = await uploaded();
      const body = method === "PUT" ? { title: "Mine now" } : undefined;
      expect((await foreign.send(method, `/api/v1/evidence/${id}${path}`, body)).status).toBe(404);
      expect((await product.anonymous.send(method, `/api/v1/evidence/${id}${path}`, body)).status).toBe(401);
      expect((await customer.send(method, `/api/v1/evidence/${UNKNOWN}${path}`, body)).status).toBe(404);
    },
  );

  test("outsiders see no versions", async () => {
    const id = await uploaded();
    expect(
      (await foreign.upload({ name: "a.pdf", bytes: pdf }, {} as never, `/api/v1/evidence/${id}/versions`))
        .status,
    ).toBe(404);
    expect(
      (
        await product.anonymous.upload(
          { name: "a.pdf", bytes: pdf },
          {} as never,
          `/api/v1/evidence/${id}/versions`,
        )
      ).status,
    ).toBe(401);
  });

  test("auditors can read but not change", async () => {
    const id = await uploaded();
    expect((await auditor.get(`/api/v1/evidence/${id}`)).status).toBe(200);
    expect((await auditor.send("PUT", `/api/v1/evidence/${id}`, { title: "x" })).status).toBe(403);
    expect((await auditor.send("DELETE", `/api/v1/evidence/${id}`)).status).toBe(403);
    expect((await auditor.send("POST", `/api/v1/evidence/${id}/ingestion/retry`)).status).toBe(403);
  });

  test("outsiders get empty lists", async () => {
    await uploaded();
    expect((await foreign.get(`/api/v1/evidence?project_id=${projectId}`)).data).toMatchObject({
      evidence: [],
      pagination: { total: 0 },
    });
    expect((await product.anonymous.get("/api/v1/evidence")).status).toBe(401);
  });
});
