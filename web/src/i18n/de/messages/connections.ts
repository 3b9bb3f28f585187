/** Errors of webhooks and integrations. */
export const connectionProblems = {
  too_many_webhooks: "Sie haben schon {{limit}} Webhooks, mehr sind nicht möglich: Löschen Sie erst einen",
  too_many_secrets:
    "Es signieren noch {{limit}} frühere Geheimnisse: Warten Sie, bis das erste von ihnen endet",
  webhook_inactive: "Der Webhook ist ausgeschaltet: Schalten Sie ihn zuerst ein",
  settings_changed: "Die Einstellungen haben sich während des Tests geändert: Testen Sie noch einmal",
};
