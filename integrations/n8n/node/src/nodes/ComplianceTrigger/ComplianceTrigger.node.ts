import {
  NodeApiError,
  NodeConnectionTypes,
  type IHookFunctions,
  type INodeType,
  type INodeTypeDescription,
  type IWebhookFunctions,
  type IWebhookResponseData,
} from "n8n-workflow";
import { authenticationField, credentialOf, credentials } from "../../authentication.ts";
import { connect, isNotFound, type Api } from "../../call-api.ts";
import { asText, projectField } from "../../fields.ts";
import { getEvents, getProjects } from "../../load-options.ts";
import { verifySignature } from "../../verify-signature.ts";
import { addressOf, isNew, keepSubscription, readSubscription, readSubscriptions } from "./subscription.ts";

const PATH = "/api/v1/webhooks";

const apiOf = (hook: IHookFunctions): Promise<Api> =>
  connect(hook, credentialOf(hook.getNodeParameter("authentication", "apiKey")));

/** The subscription that the node's settings describe. */
function wantedOf(hook: IHookFunctions): {
  url: string;
  events: string[];
  project_ids: string[] | null;
} {
  const project = asText(hook.getNodeParameter("projectId", ""));
  return {
    url: addressOf(hook),
    events: hook.getNodeParameter("events", []) as string[],
    project_ids: project === "" ? null : [project],
  };
}

const headerOf = (hook: IWebhookFunctions, name: string): string => {
  const value = hook.getHeaderData()[name];
  return typeof value === "string" ? value : "";
};

/** Starts the workflow once for each signed event; any other request is refused. */
async function webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
  const body = this.getRequestObject().rawBody ?? Buffer.alloc(0);
  const id = headerOf(this, "webhook-id");
  const timestamp = headerOf(this, "webhook-timestamp");
  const signed = { id, timestamp, signatures: headerOf(this, "webhook-signature"), body };
  const subscription = readSubscriptions(this).find(({ secret }) =>
    verifySignature(secret, signed, new Date()),
  );
  if (subscription === undefined) {
    this.getResponseObject().status(401).json({ message: "The signature is not valid" });
    return { noWebhookResponse: true };
  }
  if (!isNew(subscription, id)) return { webhookResponse: { message: "Seen before" } };
  return { workflowData: [[{ json: JSON.parse(body.toString("utf8")) as Record<string, unknown> }]] };
}

/** Starts workflows with our events. Registers a webhook on activation and removes it on deactivation. */
export class ComplianceTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: "Compliance Trigger",
    name: "complianceTrigger",
    icon: { light: "file:../../icons/compliance.svg", dark: "file:../../icons/compliance.dark.svg" },
    group: ["trigger"],
    version: 1,
    subtitle: '={{$parameter["events"].join(", ")}}',
    description: "Starts the workflow when something happens in a compliance project",
    defaults: { name: "Compliance Trigger" },
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    credentials,
    webhooks: [{ name: "default", httpMethod: "POST", responseMode: "onReceived", path: "webhook" }],
    properties: [
      authenticationField,
      {
        displayName: "Event Names or IDs",
        name: "events",
        type: "multiOptions",
        typeOptions: { loadOptionsMethod: "getEvents" },
        default: [],
        required: true,
        description:
          'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
      },
      {
        ...projectField,
        required: false,
        hint: "Leave empty for every project that the credential's user sees",
      },
    ],
  };

  methods = { loadOptions: { getEvents, getProjects } };

  webhookMethods = {
    default: {
      /**
       * Whether our webhook still exists; updates it to the node's settings, and turns it on again if it was
       * turned off.
       */
      async checkExists(this: IHookFunctions): Promise<boolean> {
        const known = readSubscription(this);
        if (known === undefined) return false;
        try {
          const body = { ...wantedOf(this), active: true };
          await (await apiOf(this)).call({ method: "PUT", path: `${PATH}/${known.id}`, body });
          return true;
        } catch (error) {
          if (!isNotFound(error)) throw new NodeApiError(this.getNode(), error);
          keepSubscription(this, undefined);
          return false;
        }
      },

      async create(this: IHookFunctions): Promise<boolean> {
        const description = `n8n: ${this.getWorkflow().name ?? "workflow"}`;
        const body = { ...wantedOf(this), description };
        const { id, secret } = await (await apiOf(this)).call({ method: "POST", path: PATH, body });
        keepSubscription(this, { id: String(id), secret: String(secret), seen: [] });
        return true;
      },

      async delete(this: IHookFunctions): Promise<boolean> {
        const known = readSubscription(this);
        if (known === undefined) return true;
        try {
          await (await apiOf(this)).call({ method: "DELETE", path: `${PATH}/${known.id}` });
        } catch (error) {
          if (!isNotFound(error)) throw new NodeApiError(this.getNode(), error);
        }
        keepSubscription(this, undefined);
        return true;
      },
    },
  };

  webhook = webhook;
}
