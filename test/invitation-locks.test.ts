import { expect, test } from "@jest/globals";
import { newId } from "../platform/ids.ts";
import { startProductForFile } from "./support/product-for-file.ts";
import { untilWaiting } from "./support/until-waiting.ts";

const PATH = "/api/v1/invitations";

const product = await startProductForFile();

test("an invitation ends once if its inviter is deactivated while another admin revokes it", async () => {
  const [admin, other] = [await product.signIn("admin"), await product.signIn("admin")];
  const invited = await other.send("POST", PATH, { email: `${newId()}@example.com`, role: "customer" });
  const { id } = invited.data;
  const { pending } = await product.orm.em.fork().transactional(async (em) => {
    await em.execute("select 1 from invitations where id = ? for update", [id]);
    const revoking = admin.send("DELETE", `${PATH}/${id}`);
    await untilWaiting(product, 1);
    const deactivating = admin.send("DELETE", `/api/v1/users/${other.id}`);
    await untilWaiting(product, 2);
    return { pending: [revoking, deactivating] as const };
  });
  const [revoked, deactivated] = await Promise.all(pending);
  expect([revoked.status, deactivated.status]).toEqual([200, 200]);
  expect((await admin.get(`${PATH}/${id}`)).data.status).toBe("revoked");
});
