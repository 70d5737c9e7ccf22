import { Pieces } from './pieces.ts';
import { readXml } from './xml.ts';

/** Text that a format may add by itself, such as repeated spaces. */
const REPEATED_MAX = 1_000;

/** Elements whose end is the end of a line, and what others stand for, in the formats of Microsoft and of OpenDocument. */
const PARAGRAPHS = new Set(['p', 'h']);
const LINE_ENDS = new Set(
  `tr v Text table-row list-item br cr line-break author title desc creator creator-initials header-decl footer-decl date-time-decl
   annotation mtext mi script`.split(/\s+/),
);
const SIGNS: ReadonlyMap<string, string> = new Map(Object.entries({ tab: '\t', tc: '\t', 'table-cell': '\t', noBreakHyphen: '-' }));
/** What stands in the middle of a paragraph, perhaps of a word, and is none of it: its text follows that of the paragraph. */
const NESTED = new Set(
  `txbxContent rt annotation note text-box custom-shape rect ellipse circle line polyline polygon path g object math ruby-text title desc`.split(
    /\s+/,
  ),
);
/** Tracked changes of Word. What was inserted is not in the earlier paragraph, what was deleted not in the later one. */
const INSERTED = new Set(['ins', 'moveTo']);
const DELETED = new Set(['del', 'moveFrom']);

/** The text of a document, or of what stands in the middle of a paragraph. */
class Stretch {
  readonly name: string;
  /** Paragraphs that ended. */
  private readonly text = new Pieces();
  private paragraph = new Pieces();
  /** The paragraph as it was before its changes; undefined while it has none. */
  private earlier: Pieces | undefined;
  private followers: string[] = [];

  constructor(name: string) {
    this.name = name;
  }

  write(text: string, isInserted: boolean, isDeleted: boolean): void {
    if (isDeleted !== isInserted && this.earlier === undefined) {
      this.earlier = new Pieces();
      this.earlier.write(this.paragraph.end());
    }
    if (!isDeleted) this.paragraph.write(text);
    if (!isInserted) this.earlier?.write(text);
  }

  /** What stands behind the paragraph; some writers put it there twice, for older programs too. */
  follow(text: string): void {
    if (text.trim() !== '' && this.followers.at(-1) !== text) this.followers.push(text);
  }

  endParagraph(): void {
    this.text.write(`${this.paragraph.end()}\n`);
    if (this.earlier !== undefined) this.text.write(`${this.earlier.end()}\n`);
    for (const text of this.followers) this.text.write(`${text}\n`);
    this.paragraph = new Pieces();
    this.earlier = undefined;
    this.followers = [];
  }

  end(): string {
    if (this.earlier !== undefined || this.followers.length > 0) this.endParagraph();
    return this.text.end() + this.paragraph.end();
  }
}

/**
 * The text of a document, a line for each paragraph, and one more for each that tracked changes are about, as it was before.
 * @param holders elements that hold text; all do when it is null
 */
export function documentText(bytes: Uint8Array, holders: ReadonlySet<string> | null): string {
  const outer: Stretch[] = [];
  let stretch = new Stretch('');
  let [inside, inserted, deleted] = [0, 0, 0];
  const isHolder = (name: string) => (holders === null ? PARAGRAPHS : holders).has(name);
  const write = (text: string) => stretch.write(text, inserted > 0, deleted > 0);
  readXml(bytes, {
    open: (name, attributes) => {
      if (isHolder(name)) inside += 1;
      if (INSERTED.has(name)) inserted += 1;
      else if (DELETED.has(name)) deleted += 1;
      else if (NESTED.has(name)) {
        outer.push(stretch);
        stretch = new Stretch(name);
      } else if (name === 's') write(' '.repeat(Math.min(Number(attributes.get('text:c') ?? 1) || 1, REPEATED_MAX)));
      else if (name === 'comment') write(`${attributes.get('w:author') ?? ''}\n`);
      const address = attributes.get('xlink:href');
      if (address !== undefined) write(` ${address} `);
    },
    text: (found) => {
      // Space between elements is no text.
      if (inside > 0 || (holders === null && found.trim() !== '')) write(found);
    },
    close: (name) => {
      if (isHolder(name)) inside -= 1;
      if (INSERTED.has(name)) inserted -= 1;
      else if (DELETED.has(name)) deleted -= 1;
      else if (PARAGRAPHS.has(name)) stretch.endParagraph();
      else if (LINE_ENDS.has(name)) write('\n');
      else write(SIGNS.get(name) ?? '');
      if (name === stretch.name && NESTED.has(name)) {
        const text = stretch.end();
        stretch = outer.pop() ?? new Stretch('');
        stretch.follow(text);
      }
    },
  });
  return stretch.end();
}
