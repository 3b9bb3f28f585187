import type { INodeProperties, INodeTypeDescription } from "n8n-workflow";

type Credentials = INodeTypeDescription["credentials"];

const credential = (name: string, authentication: string): Credentials[number] => ({
  name,
  required: true,
  displayOptions: { show: { authentication: [authentication] } },
});

export const credentials: Credentials = [
  credential("complianceApi", "apiKey"),
  credential("complianceOAuth2Api", "oAuth2"),
];

export const authenticationField: INodeProperties = {
  displayName: "Authentication",
  name: "authentication",
  type: "options",
  options: [
    { name: "API Key", value: "apiKey" },
    { name: "OAuth2", value: "oAuth2" },
  ],
  default: "apiKey",
};

export const credentialOf = (authentication: unknown): string =>
  authentication === "oAuth2" ? "complianceOAuth2Api" : "complianceApi";
