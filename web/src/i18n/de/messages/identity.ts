/** Errors of sign-in, users and keys. */
export const identityProblems = {
  sign_in_again: "Melden Sie sich für diese Änderung noch einmal an",
  wrong_password: "E-Mail-Adresse oder Passwort ist falsch",
  wrong_code: "Der Code ist falsch oder abgelaufen",
  too_many_codes: "Zu viele falsche Codes: Warten Sie, oder nehmen Sie einen Wiederherstellungscode",
  key_ended: "Der Schlüssel gilt nicht mehr: Erstellen Sie einen neuen",
  key_rotated: "Der Schlüssel wurde schon ersetzt",
  too_many_keys:
    "Sie haben {{active}} aktive API-Schlüssel, höchstens {{limit}} sind möglich: Widerrufen Sie erst einen",
  email_in_use:
    "Die Adresse {{email}} ist schon vergeben: Wählen Sie eine andere, oder ändern Sie jenes Konto",
  already_invited:
    "An {{email}} gibt es schon eine Einladung: Senden Sie sie noch einmal, oder widerrufen Sie sie",
  invitation_accepted: "Diese Einladung wurde angenommen: Die Person hat schon ein Konto",
  invitation_revoked: "Diese Einladung wurde widerrufen: Laden Sie die Adresse noch einmal ein",
  deactivates_yourself:
    "Sie können sich nicht selbst deaktivieren: Bitten Sie eine andere Person aus der Administration",
  last_administrator:
    "Das ist das letzte aktive Administrationskonto: Geben Sie zuerst einer anderen Person diese Rolle",
  user_inactive: "Diese Person ist deaktiviert: Aktivieren Sie sie zuerst",
  second_factor_in_use: "Es ist schon eine Authenticator-App eingerichtet: Entfernen Sie diese zuerst",
  no_second_factor: "Es ist keine Authenticator-App eingerichtet",
  no_active_user: "Diese Person gibt es nicht, oder sie ist deaktiviert",
  wrong_role: "Diese Person hat dafür nicht die richtige Rolle",
};
