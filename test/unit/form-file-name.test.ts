import { PassThrough } from "node:stream";
import { expect, test } from "@jest/globals";
import type { Request } from "express";
import { formFileName } from "../../api/gateway/form-file-name.rules.ts";
import { readMultipart } from "../../api/gateway/multipart.ts";
import { safeFileName } from "../../domain/evidence/file-name.rules.ts";
import { makeTestFolder } from "../support/make-test-folder.ts";

const spoolDir = await makeTestFolder();

test.each([
  ["a %22final%22 report.pdf", 'a "final" report.pdf'],
  ["two%0D%0Alines.pdf", "two\r\nlines.pdf"],
  ["100%.pdf", "100%.pdf"],
  ["100%25.pdf", "100%25.pdf"],
  ["a%20%22final%22%20report.pdf", "a%20%22final%22%20report.pdf"],
  ["a%0d.pdf", "a%0d.pdf"],
])("the name %s in a form is %j", (sent, name) => {
  expect(formFileName(sent)).toBe(name);
});

test("a file that is sent like browsers do keeps its name, with spaces for line ends", async () => {
  const form = new FormData();
  form.set("file", new File(["A"], 'a "final"\r\nreport, 100%.pdf'));
  const sent = new Response(form);
  const body = Buffer.from(await sent.arrayBuffer());
  const headers = { "content-type": sent.headers.get("content-type") };
  const get = (): string => String(body.length);
  const request = Object.assign(new PassThrough(), { headers, get }).end(body) as unknown as Request;
  const space = { requireSpace: async () => undefined };
  const { file } = await readMultipart(request, {
    spoolDir,
    maxBytes: 10,
    space,
    spaceFor: async () => null,
  });
  expect(file?.fileName).toBe('a "final"\r\nreport, 100%.pdf');
  expect(safeFileName(file?.fileName ?? "")).toBe('a "final" report, 100%.pdf');
});
