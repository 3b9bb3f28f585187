import MarkdownIt, { type Token } from "markdown-it";
import { createElement, useMemo, type ReactNode } from "react";
import styles from "./markdown.module.css";

const parser = new MarkdownIt({ html: false, linkify: false });

/** Headings rank below those of the page. */
const TAGS: Record<string, string> = { h1: "h2", h2: "h3", h3: "h4", h4: "h5", h5: "h5", h6: "h5" };

/** The supported elements; everything else, including links and images, is shown as text. */
const KNOWN = new Set(
  "h2 h3 h4 h5 p ul ol li blockquote table thead tbody tr th td strong em s hr".split(" "),
);

/** Tokens are a flat list of opening and closing ones: everything between two of them is inside. */
function readUntilClosed(tokens: Iterator<Token>): ReactNode[] {
  const nodes: ReactNode[] = [];
  for (let next = tokens.next(); next.done !== true; next = tokens.next()) {
    const token = next.value;
    if (token.nesting === -1) return nodes;
    nodes.push(nodeOf(token, tokens, nodes.length));
  }
  return nodes;
}

function nodeOf(token: Token, tokens: Iterator<Token>, key: number): ReactNode {
  if (token.nesting === 1) {
    const inside = readUntilClosed(tokens);
    const tag = TAGS[token.tag] ?? token.tag;
    return KNOWN.has(tag) && !token.hidden
      ? createElement(tag, { key }, ...inside)
      : createElement("span", { key }, ...inside);
  }
  if (token.type === "inline")
    return createElement("span", { key }, ...readUntilClosed(token.children!.values()));
  if (token.type === "softbreak") return "\n";
  if (token.type === "hardbreak") return <br key={key} />;
  if (token.type === "code_inline") return <code key={key}>{token.content}</code>;
  if (token.type === "fence" || token.type === "code_block")
    return (
      <pre key={key} tabIndex={0}>
        <code>{token.content}</code>
      </pre>
    );
  return token.tag === "hr" ? <hr key={key} /> : token.content;
}

/** Markdown as React elements, without HTML and links. */
export function Markdown({ text }: { text: string }) {
  const nodes = useMemo(() => readUntilClosed(parser.parse(text, {}).values()), [text]);
  return <div className={styles["text"]}>{nodes}</div>;
}
