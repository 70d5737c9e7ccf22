import { asBuffer } from '../bytes.ts';
import { beginsMail } from '../formats.ts';
import { type Budget, type Part, Unreadable } from '../reader.ts';

/** Further mails follow as they are: each has some parts, of which a document has 5,000 at most. */
const MAILS_MAX = 500;
const SEPARATOR = Buffer.from('\nFrom ');
const LINE_FEED = 0x0a;
/** Enough for what servers write before the headers of the sender. */
const HEAD_BYTES = 4_096;

/** The mails of a file in which one follows the other (mbox), each behind a line that begins with `From `. */
export async function* readMailbox(bytes: Uint8Array, _budget: Budget): AsyncIterable<Part> {
  const file = asBuffer(bytes);
  let from = nextLine(file, 0);
  for (let count = 1; from < file.length; count += 1) {
    if (count > MAILS_MAX) {
      yield { path: 'rest', bytes: file.subarray(from), isText: true };
      throw new Unreadable('over_bound');
    }
    const end = nextMail(file, from);
    yield { path: `message ${count}`, bytes: file.subarray(from, end) };
    from = nextLine(file, end + 1);
  }
}

/** Where the line ends behind which the next mail begins. Lines of a text may begin with `From ` too, but no header follows. */
function nextMail(file: Buffer, from: number): number {
  for (let at = file.indexOf(SEPARATOR, from); at >= 0; at = file.indexOf(SEPARATOR, at + 1)) {
    const head = nextLine(file, at + 1);
    if (beginsMail((length) => file.toString('latin1', head, head + length), HEAD_BYTES)) return at;
  }
  return file.length;
}

function nextLine(file: Buffer, from: number): number {
  const feed = from >= file.length ? -1 : file.indexOf(LINE_FEED, from);
  return feed < 0 ? file.length : feed + 1;
}
