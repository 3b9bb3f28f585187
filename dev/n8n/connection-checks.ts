import { newId } from "../../platform/ids.ts";
import { giveConsent } from "./give-consent.ts";
import { expect, type Check, type Stage } from "./stage.ts";
import { waitFor } from "./wait-for.ts";
import {
  actionNode,
  activate,
  createWorkflow,
  executionsOf,
  runNodes,
  webhookNode,
  type CredentialReference,
} from "./workflows.ts";

const setUp = async ({ n8n, admin }: Stage, token: string) => {
  await admin("PUT", "/api/v1/integrations/n8n", { instance_address: n8n.url, api_token: token });
  const { last_test: test } = await admin("POST", "/api/v1/integrations/n8n/test");
  return test as { ok: boolean; problem: string | null };
};

const testCredential = ({ n8n, product, credential }: Stage, apiKey: string) =>
  n8n.rest("POST", "/credentials/test", {
    credentials: { ...credential, type: "complianceApi", data: { baseUrl: `${product.url}/`, apiKey } },
  }) as Promise<{ status: string; message: string }>;

/** Registers n8n as a client, and stores the credentials in n8n, before any consent. */
async function createOauthCredential({ n8n, product, admin }: Stage): Promise<CredentialReference> {
  const client = await admin("POST", "/api/v1/oauth-clients", {
    name: "n8n",
    type: "confidential",
    redirect_uris: [`${n8n.url}/rest/oauth2-credential/callback`],
    grants: ["authorization_code", "refresh_token"],
    scopes: ["read", "write", "webhook"],
  });
  const { client_id: clientId, client_secret: clientSecret } = client;
  const data = { baseUrl: product.url, clientId, clientSecret, scope: "read write webhook" };
  const kept = await n8n.rest("POST", "/credentials", {
    name: "By consent",
    type: "complianceOAuth2Api",
    data,
  });
  const { id, name } = kept as CredentialReference;
  return { id, name };
}

/** Settings and credentials on both sides, and an ordinary webhook of n8n. */
export const connectionChecks: Check[] = [
  {
    name: "our connection test reaches n8n with its API token, and recognises a wrong one",
    async run(stage) {
      const wrong = await setUp(stage, "a-wrong-token");
      expect(wrong.problem === "bad_credentials", "bad_credentials", wrong);
      const right = await setUp(stage, stage.n8n.apiKey);
      expect(right.ok, "a test that passed", right);
    },
  },
  {
    name: "n8n loads the package: both nodes and both credentials",
    async run({ n8n }) {
      const nodes = await n8n.typeNames("nodes");
      // n8n derives the third from the first, for AI agents.
      for (const name of ["compliance", "complianceTrigger", "complianceTool"])
        expect(nodes.includes(`n8n-nodes-compliance.${name}`), `a node ${name}`, nodes.length);
      const credentials = await n8n.typeNames("credentials");
      for (const name of ["complianceApi", "complianceOAuth2Api"])
        expect(credentials.includes(name), `a credential ${name}`, credentials.length);
    },
  },
  {
    name: "n8n's test of the credential passes, and fails with a wrong key",
    async run(stage) {
      const right = await testCredential(stage, stage.apiKey);
      expect(right.status === "OK", "OK", right);
      const wrong = await testCredential(stage, `${stage.apiKey.slice(0, -1)}_`);
      expect(wrong.status === "Error", "Error", wrong);
    },
  },
  {
    name: "n8n is connected by OAuth: consent on our pages, PKCE, and then an action with the token",
    async run(stage) {
      const { n8n, product } = stage;
      const credential = await createOauthCredential(stage);
      const authorizeUrl = new URL(
        String(await n8n.rest("GET", `/oauth2-credential/auth?id=${credential.id}`)),
      );
      const challenge = authorizeUrl.searchParams.get("code_challenge_method");
      expect(challenge === "S256", "PKCE with S256", authorizeUrl.href);
      const { status, text } = await n8n.page(await giveConsent(authorizeUrl.href, product.login));
      expect(status === 200 && !/error/i.test(text), "the success page", text);
      const parameters = { authentication: "oAuth2", resource: "project", operation: "getAll", limit: 1 };
      const seen = await runNodes(n8n, [actionNode(credential, parameters, "complianceOAuth2Api")]);
      expect(typeof seen["framework"] === "string", "a project", seen);
    },
  },
  {
    name: "our webhook starts a workflow through the address of n8n's own webhook node",
    async run({ n8n, customer }) {
      const path = newId();
      const id = await createWorkflow(n8n, "Plain webhook", [webhookNode(path, {})]);
      await activate(n8n, id);
      const url = `${n8n.url}/webhook/${path}`;
      const { id: webhookId } = await customer("POST", "/api/v1/webhooks", {
        url,
        events: ["project.created"],
      });
      const { id: projectId } = await customer("POST", "/api/v1/projects", {
        name: "Plain",
        framework: "soc2",
      });
      const executions = await waitFor(
        "the execution",
        () => executionsOf(n8n, id),
        (all) => all.length > 0,
      );
      await customer("DELETE", `/api/v1/webhooks/${String(webhookId)}`);
      const body = executions[0]?.first?.["body"] as { type: string; data: { project: { id: string } } };
      expect(body.type === "project.created" && body.data.project.id === projectId, "the event", executions);
    },
  },
];
