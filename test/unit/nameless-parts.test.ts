import { PassThrough } from "node:stream";
import { expect, test } from "@jest/globals";
import type { Request } from "express";
import { readMultipart } from "../../api/gateway/multipart.ts";
import { makeTestFolder } from "../support/make-test-folder.ts";

const spoolDir = await makeTestFolder();

/** A form whose one part has this header. */
function formOf(disposition: string): Request {
  const body = `--x\r\nContent-Disposition: ${disposition}\r\n\r\nA\r\n--x--\r\n`;
  const headers = { "content-type": "multipart/form-data; boundary=x" };
  const get = (): string => String(body.length);
  return Object.assign(new PassThrough(), { headers, get }).end(body) as unknown as Request;
}

test.each(["form-data", 'form-data; name=""', 'form-data; filename="a.pdf"'])(
  "a part without a name is refused: %s",
  async (disposition) => {
    const options = { spoolDir, maxBytes: 10, space: { requireSpace: async () => undefined } };
    const read = readMultipart(formOf(disposition), { ...options, spaceFor: async () => null });
    const details = { field: "body", error: "a part of the form has no name" };
    await expect(read).rejects.toMatchObject({ code: "VALIDATION_ERROR", details });
  },
);
