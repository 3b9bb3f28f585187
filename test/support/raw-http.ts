import { once } from "node:events";
import { connect } from "node:net";

export interface RawAnswer {
  status: number;
  headers: Headers;
  text: string;
}

function parse(answer: string): RawAnswer {
  const end = answer.indexOf("\r\n\r\n");
  const [head, text] = [answer.slice(0, end), answer.slice(end + 4)];
  const [statusLine = "", ...lines] = head.split("\r\n");
  const headers = new Headers(lines.map((line): [string, string] => line.split(/: (.*)/, 2) as never));
  return { status: Number(statusLine.split(" ")[1]), headers, text };
}

/** Sends raw bytes and reads until the server closes the connection; null if it closed without a response. */
export async function sendRaw(port: number, request: string): Promise<RawAnswer | null> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  let answer = "";
  socket.setEncoding("utf8").on("data", (text: string) => (answer += text));
  socket.write(request);
  await once(socket, "close");
  return answer === "" ? null : parse(answer);
}

/** Sends lines and nothing more, and reads the response without waiting for the end of the connection. */
export async function answerTo(port: number, lines: readonly string[]): Promise<RawAnswer> {
  const socket = connect(port, "127.0.0.1").setEncoding("utf8");
  socket.write(lines.join("\r\n"));
  let [text] = (await once(socket, "data")) as [string];
  const lengthOf = ({ headers }: RawAnswer): number => Number(headers.get("content-length"));
  while (Buffer.byteLength(parse(text).text) < lengthOf(parse(text)))
    text += ((await once(socket, "data")) as [string])[0];
  socket.destroy();
  return parse(text);
}
