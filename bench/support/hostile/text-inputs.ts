import { createHmac } from "node:crypto";
import { SIGNING_SECRET, type HostileClient, type HostileInput } from "./hostile-client.ts";

const fill = (piece: string, letters: number): string => piece.repeat(Math.floor(letters / piece.length));

const QUESTION = 4_000;
const QUESTIONS: Record<string, string> = {
  "raise again and again": fill("raise ", QUESTION),
  "controls that are": fill("control is ", QUESTION),
  "line ends": `a${fill("\n", QUESTION - 2)}a`,
  spaces: `a${fill(" \t", QUESTION - 2)}a`,
  "numbers of controls": fill("CC6.", QUESTION),
  "identifiers that do not end": fill("aa-", QUESTION),
  "digits and points": fill("1.", QUESTION),
  brackets: fill("a1(", QUESTION),
  apostrophes: fill("a'", QUESTION),
  accents: fill("a\u0301", QUESTION),
  "one word": fill("a", QUESTION),
  "words of two letters": fill("ab ", QUESTION),
  faces: fill("\u{1f600}", QUESTION),
  "signs of a query": fill('"+-(*', QUESTION),
};

const ask = (message: string) => (client: HostileClient) =>
  client.json("POST", "/api/v1/ai/chat", { message, context: { project_id: client.projectId } });

const search = (query: string) => (client: HostileClient) =>
  client.json("POST", "/api/v1/retrieval/search", {
    query,
    project_id: client.projectId,
    user_id: client.userId,
  });

const QUESTION_INPUTS: HostileInput[] = Object.entries(QUESTIONS).flatMap(([name, text]) => [
  { name: `assistant: ${name}`, send: ask(text) },
  { name: `search: ${name}`, send: search(text) },
]);

const MEGABYTE = 990_000;

function slackCommand(text: string) {
  return (client: HostileClient): Promise<number> => {
    const body = new URLSearchParams({
      command: "/compliance",
      team_id: "T1",
      user_id: "U1",
      trigger_id: "1",
      text,
    }).toString();
    return slack(client, "application/x-www-form-urlencoded", body);
  };
}

function slack(client: HostileClient, type: string, body: string): Promise<number> {
  const timestamp = Math.floor(Date.now() / 1_000);
  const digest = createHmac("sha256", SIGNING_SECRET).update(`v0:${timestamp}:${body}`).digest("hex");
  const headers = {
    "content-type": type,
    "x-slack-request-timestamp": String(timestamp),
    "x-slack-signature": `v0=${digest}`,
  };
  return client.send("/webhooks/slack/events", { method: "POST", headers, body });
}

function whatsapp(messages: readonly string[]) {
  return (client: HostileClient): Promise<number> => {
    const sent = messages.map((body, n) => ({
      id: `a${n}`,
      from: "4912345678",
      type: "text",
      text: { body },
    }));
    const changes = [{ field: "messages", value: { messages: sent } }];
    const body = JSON.stringify({ object: "whatsapp_business_account", entry: [{ changes }] });
    const signature = `sha256=${createHmac("sha256", SIGNING_SECRET).update(body).digest("hex")}`;
    const headers = { "content-type": "application/json", "x-hub-signature-256": signature };
    return client.send("/webhooks/whatsapp", { method: "POST", headers, body });
  };
}

const MESSAGES: HostileInput[] = [
  { name: "Slack: a command of 300 kB of spaces", send: slackCommand(`a${fill("\t", 300_000)}a`) },
  { name: "Slack: a command of 300 kB of mentions", send: slackCommand(fill("<@A", 300_000)) },
  {
    name: "Slack: 0.7 MB of a form",
    send: (client) => slack(client, "application/x-www-form-urlencoded", fill("a=&", 700_000)),
  },
  { name: "Slack: 0.7 MB of lists", send: (client) => slack(client, "application/json", fill("[", 700_000)) },
  { name: "WhatsApp: 3 MB of text", send: whatsapp([fill("control ", 2_900_000)]) },
  { name: "WhatsApp: 3 MB of messages", send: whatsapp(Array.from({ length: 33_000 }, () => "a")) },
];

const NEW_PASSWORDS: Record<string, string> = {
  "1,000 signs and a letter": `a${fill("!", 1_000)}a`,
  "a word again and again": fill("abcab", 1_020),
  "letters that fold": fill("\ufdfa", 1_020),
};

const user = (more: object) => ({
  email: "a@example.com",
  name: "A",
  role: "customer",
  password: "seven green bottles on a wall",
  ...more,
});
const newUser = (name: string, more: object): HostileInput => ({
  name: `user: ${name}`,
  send: (client) => client.asAdmin("POST", "/api/v1/users", JSON.stringify(user(more))),
});

const login = (name: string, more: object): HostileInput => ({
  name: `sign-in: ${name}`,
  send: (client) =>
    client.json("POST", "/api/v1/auth/login", { email: "a@example.com", password: "a", ...more }),
});

const PEOPLE: HostileInput[] = [
  ...Object.entries(NEW_PASSWORDS).map(([name, password]) => newUser(name, { password })),
  newUser("a name of spaces", { name: `a${fill(" ", MEGABYTE)}a` }),
  newUser("an address of 1 MB of points", { email: `${fill("a.", MEGABYTE)}@example.com` }),
  newUser("an address of 1 MB of signs", { email: `a@${fill("a-", MEGABYTE)}` }),
  login("a password of 1 MB", { password: fill("a", MEGABYTE) }),
  login("an address of 1 MB", { email: fill("a@", MEGABYTE) }),
  {
    name: "preferences: a language of many parts",
    send: (client) =>
      client.json("PUT", `/api/v1/users/${client.userId}`, {
        preferences: { language: fill("a-", MEGABYTE) },
      }),
  },
  {
    name: "preferences: a time zone of 1 MB",
    send: (client) =>
      client.json("PUT", `/api/v1/users/${client.userId}`, {
        preferences: { timezone: fill("Europe/", MEGABYTE) },
      }),
  },
  {
    name: "webhook: an address of 1 MB",
    send: (client) =>
      client.json("POST", "/api/v1/webhooks", { url: `https://${fill("a.", MEGABYTE)}`, events: ["ping"] }),
  },
  {
    name: "finding: a due date of 1 MB",
    send: (client) =>
      client.json("POST", "/api/findings", {
        project_id: client.projectId,
        title: "a",
        severity: "Low",
        due_date: fill("2026-01-01T", MEGABYTE),
      }),
  },
];

/** Text from users: questions, messages, names, passwords. */
export const TEXT_INPUTS: HostileInput[] = [...QUESTION_INPUTS, ...MESSAGES, ...PEOPLE];
