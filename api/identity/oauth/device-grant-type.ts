import OAuth2Server from "oauth2-server";
import type { DeviceGrant } from "../../../domain/identity/device-grant.entity.ts";
import type { PollOutcome } from "../../../domain/identity/device-grant.commands.ts";
import type { OauthErrorName } from "../../../domain/identity/oauth-problem.rules.ts";
import { OauthError } from "./oauth-error.ts";

const REFUSALS: Readonly<Record<Exclude<PollOutcome, "allowed">, [OauthErrorName, string]>> = {
  unknown: ["invalid_grant", "The device code is not valid"],
  expired: ["expired_token", "The device code has expired: start again"],
  too_early: ["slow_down", "Polling too fast: wait five more seconds between requests"],
  pending: ["authorization_pending", "The user has not answered yet"],
  denied: ["access_denied", "The user denied access"],
};

/** The RFC 8628, 3.5 error for a device that must wait or give up. */
export function refuseDevice(outcome: Exclude<PollOutcome, "allowed">): never {
  throw new OauthError(...REFUSALS[outcome]);
}

type SaveToken = OAuth2Server.BaseModel["saveToken"];

/** The device grant as an extension of the library; `take` returns the allowed grant or throws. */
export function createDeviceGrantType(
  take: (deviceCode: string) => Promise<DeviceGrant>,
  saveToken: SaveToken,
) {
  return class DeviceGrantType extends OAuth2Server.AbstractGrantType {
    override async handle(
      request: OAuth2Server.Request,
      client: OAuth2Server.Client,
    ): Promise<OAuth2Server.Token | OAuth2Server.Falsey> {
      const { device_code: deviceCode } = request.body as { device_code: string };
      const { user, scopes } = await take(deviceCode);
      if (!user) return refuseDevice("denied");
      const granted = await this.validateScope(user, client, scopes);
      return saveToken({ accessToken: "", scope: granted || [], client, user }, client, user);
    }
  };
}
