import type { ICredentialType, INodeProperties } from "n8n-workflow";

/** An API key of a user, with whose rights the node acts. */
export class ComplianceApi implements ICredentialType {
  name = "complianceApi";
  displayName = "Compliance API";
  icon = { light: "file:../icons/compliance.svg", dark: "file:../icons/compliance.dark.svg" };
  properties: INodeProperties[] = [
    {
      displayName: "Base URL",
      name: "baseUrl",
      type: "string",
      default: "",
      required: true,
      placeholder: "https://compliance.example.com",
      description: "Address of the compliance service, without a path",
    },
    {
      displayName: "API Key",
      name: "apiKey",
      type: "string",
      typeOptions: { password: true },
      default: "",
      required: true,
      description: "Begins with cmk_. The trigger needs the scopes read, write and webhook.",
    },
  ];
  authenticate: ICredentialType["authenticate"] = {
    type: "generic",
    properties: { headers: { "X-API-Key": "={{$credentials.apiKey}}" } },
  };
  test: ICredentialType["test"] = {
    request: { baseURL: "={{$credentials.baseUrl.replace(/\\/+$/, '')}}", url: "/api/v1/auth/profile" },
  };
}
