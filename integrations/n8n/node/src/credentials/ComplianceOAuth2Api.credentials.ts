import type { ICredentialType, INodeProperties } from "n8n-workflow";

const endpoint = (path: string): string => `={{$self["baseUrl"].replace(/\\/+$/, "")}}${path}`;

const hidden = (name: string, value: string): INodeProperties => ({
  displayName: name,
  name,
  type: "hidden",
  default: value,
});

/** A user's consent, by the authorization code flow with PKCE. */
export class ComplianceOAuth2Api implements ICredentialType {
  name = "complianceOAuth2Api";
  displayName = "Compliance OAuth2 API";
  icon = { light: "file:../icons/compliance.svg", dark: "file:../icons/compliance.dark.svg" };
  extends = ["oAuth2Api"];
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
    hidden("grantType", "pkce"),
    hidden("authUrl", endpoint("/oauth/authorize")),
    hidden("accessTokenUrl", endpoint("/oauth/token")),
    {
      displayName: "Scope",
      name: "scope",
      type: "string",
      default: "read write webhook",
      description: "Any of read, write, admin, audit and webhook, separated by spaces",
    },
    hidden("authQueryParameters", ""),
    hidden("authentication", "header"),
  ];
}
