/**
 * The pages of sign-in, consent, devices, links and invitations. Where a page emphasizes a name, the text
 * gets it as HTML.
 */
export const pages = {
  email: "E-mail address",
  password: "Password",
  continue: "Continue",
  allow: "Allow",
  deny: "Deny",
  back: "Back",
  otherAccount: "Use another account",
  closePage: "You can close this page",
  signIn: {
    title: "Sign in",
    continueTo: (subject: string) => `to continue to ${subject}`,
    forgot: "Forgot your password?",
    with: (provider: string) => `Sign in with ${provider}`,
    again: "Sign in again",
    codeRefused: (why: string) => `Sign-in failed: ${why}`,
  },
  code: {
    title: "Second factor",
    code: "Code from your authenticator app, or a recovery code",
  },
  forgotPassword: {
    title: "Forgot your password?",
    intro: "We will e-mail you a link to set a new one.",
    send: "Send me a link",
    noAddress: "This is not an e-mail address",
    sent: "Check your e-mail",
    notSent: "No e-mail was sent",
    notSentText:
      "This installation sends no e-mail. Ask your administrator for a link to set a new password. To send e-mail, its operator sets SMTP_URL and MAIL_FROM.",
    sentText:
      "If an account with this address exists, we have sent it an e-mail with a link. If none arrives, ask your administrator.",
  },
  newPassword: {
    title: "Set a new password",
    password: (minimum: number) => `New password, at least ${minimum} characters`,
    set: "Set the password",
    isSet: "Your new password is set",
    isSetText: "Sign in with it. You have been signed out everywhere else.",
    spent: "This link cannot be used",
    spentText: "It is not valid, was used or has expired.",
    again: "Request a new link",
    refused: (why: string) => `The new password ${why}`,
  },
  invitation: {
    title: "Create your account",
    invited: (email: string) => `You are invited as ${email}.`,
    name: "Your name",
    password: (minimum: number) => `Password, at least ${minimum} characters`,
    create: "Create the account",
    noName: "Enter a name of at most 200 characters",
    passwordRefused: (why: string) => `The password ${why}`,
    unusable: "This invitation cannot be used",
    unusableText:
      "The link is not valid, was used or has expired. If you have created your account, sign in; otherwise ask your administrator for a new link.",
    ready: "Your account is ready",
    readyText: "Sign in with your e-mail address and your new password.",
  },
  consent: {
    title: (client: string) => `Allow ${client}?`,
    asks: (client: string, host: string, email: string) =>
      `${client} (${host}) asks for access on behalf of ${email}:`,
    scopes: {
      read: "Read everything that you can read",
      write: "Make changes on your behalf",
      admin: "Administer users, keys and integrations",
      audit: "Review evidence and read the audit log",
      webhook: "Manage webhook subscriptions",
    },
  },
  device: {
    title: "Connect a device",
    subject: "your device",
    code: "The code your device shows",
    shows: (code: string) => `the device that shows ${code}`,
    unknown: "This code is unknown or has expired",
    allowed: "Your device continues automatically.",
    denied: "The device has no access.",
  },
  link: {
    title: (chat: string) => `Link ${chat}?`,
    would: (name: string, chat: string, email: string) =>
      `${name} of ${chat} would act as ${email}: see, upload and review everything you may.`,
    warning: "Continue only if you requested this link yourself.",
    link: "Link",
    no: "No",
    spent: "This link has expired or was used",
    spentText: "Ask for a new one in the chat: each works once, for 15 minutes.",
    declined: "Nothing was linked",
    declinedText: "You can close this page.",
    linked: "Linked",
    linkedText: (name: string, chat: string, email: string) => `${name} in ${chat} now acts as ${email}.`,
  },
  slack: {
    subject: "the Slack installation",
    refused: "Slack was not connected",
    spentTitle: "This link cannot be used",
    spent: (minutes: number) =>
      `This link is invalid, has expired or was used: each works once, for ${minutes} minutes. Start again in the Slack settings.`,
    notAllowed:
      "The admin who started this installation may no longer manage integrations. Ask an admin to start again.",
    declined: "You declined at Slack, so nothing was changed. You can start again at any time.",
    wrongUser: "You are signed in as a different user: sign in as the admin who started the installation.",
    connected: "Slack is connected",
    connectedText: (workspace: string, channel: string) =>
      `The app is installed in ${workspace}. Invite it to ${channel} and to every other channel it posts to. You can close this page.`,
  },
  failure: {
    title: "Something went wrong",
    notSignedIn: "You are not signed in",
    tooMany: "Too many attempts. Wait a while before the next one.",
    internal: (requestId: string) =>
      `Internal error. Try again in a moment; if it happens again, report the request id ${requestId}.`,
  },
};
