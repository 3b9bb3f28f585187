import {
  NodeConnectionTypes,
  NodeOperationError,
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
} from "n8n-workflow";
import { authenticationField, credentialOf, credentials } from "../../authentication.ts";
import { connect } from "../../call-api.ts";
import { getProjects } from "../../load-options.ts";
import { resourceProperties } from "../../resource-properties.ts";
import { findOperation, resources, runOperation } from "./run-operation.ts";

/** The API as actions, also usable by AI agents. */
export class Compliance implements INodeType {
  description: INodeTypeDescription = {
    displayName: "Compliance",
    name: "compliance",
    icon: { light: "file:../../icons/compliance.svg", dark: "file:../../icons/compliance.dark.svg" },
    group: ["transform"],
    version: 1,
    subtitle: '={{$parameter["operation"] + ": " + $parameter["resource"]}}',
    description: "Work with compliance projects, evidence, findings and reports",
    defaults: { name: "Compliance" },
    usableAsTool: true,
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    credentials,
    properties: [authenticationField, ...resourceProperties(resources)],
  };

  methods = { loadOptions: { getProjects } };

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const api = await connect(this, credentialOf(this.getNodeParameter("authentication", 0, "apiKey")));
    let caller: Promise<string> | undefined;
    const callerId = () =>
      (caller ??= api.call({ method: "GET", path: "/api/v1/auth/profile" }).then(({ id }) => String(id)));
    const all: INodeExecutionData[] = [];
    for (const item of this.getInputData().keys()) {
      const pairedItem = { item };
      try {
        const [resource, operation] = ["resource", "operation"].map((name) =>
          this.getNodeParameter(name, item),
        );
        const results = await runOperation(this, api, {
          operation: findOperation(resource, operation),
          item,
          callerId,
        });
        // Not spread into one call, whose arguments have a limit: a list may be longer.
        for (const result of results) all.push({ ...result, pairedItem });
      } catch (error) {
        const problem = error as Error & { description?: string | null };
        if (!this.continueOnFail())
          throw new NodeOperationError(this.getNode(), problem, { itemIndex: item });
        all.push({ json: { error: problem.message, description: problem.description ?? null }, pairedItem });
      }
    }
    return [all];
  }
}
