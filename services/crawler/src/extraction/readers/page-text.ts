import { type HTMLElement, type Node, NodeType, parse } from 'node-html-parser';

/** Attributes that say how an element looks or is found. Any other holds an address or a text. */
const APPEARANCE =
  /^(?:style|class|id|width|height|align|valign|border|bgcolor|color|face|size|cell\w+|colspan|rowspan|type|rel|lang|dir|target|charset|http-equiv|xmlns.*)$/i;

/** What its author left in a page for nobody to see. */
function commentsOf(root: HTMLElement): readonly string[] {
  const comments: string[] = [];
  // Not by recursion: a page may be as deep as it likes.
  for (const left: Node[] = [root]; ; ) {
    const node = left.pop();
    if (node === undefined) return comments;
    if (node.nodeType === NodeType.COMMENT_NODE) comments.push(node.rawText.trim());
    left.push(...node.childNodes.toReversed());
  }
}

/** The text of a page, tables as lines, and behind it its comments and the values of attributes, each a line. */
export function pageText(page: string): string {
  const root = parse(page, { comment: true });
  const values = new Set(
    root
      .querySelectorAll('*')
      .flatMap((element) => Object.entries(element.attributes).flatMap(([name, value]) => (APPEARANCE.test(name) ? [] : [value])))
      .filter((value) => value !== '' && !value.startsWith('data:')),
  );
  return [root.structuredText, ...commentsOf(root), ...values].join('\n');
}

const wordsOf = (line: string): string => line.replace(/\s+/g, ' ').trim();

/** What a page says beyond the text that stands beside it in a mail: of a mail that has its text twice, usually its links. */
export function pageBeyond(page: string, text: string): string {
  const known = wordsOf(text);
  const lines = pageText(page)
    .split('\n')
    .map((line) => wordsOf(line));
  return [...new Set(lines)].filter((line) => line !== '' && !known.includes(line)).join('\n');
}
