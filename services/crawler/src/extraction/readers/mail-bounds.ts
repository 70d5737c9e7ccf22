/**
 * Lines of text, each of which is an object of the library until its part ends. With 300,000 of one letter the process takes 649 MiB more; with 600,000 it
 * runs out of memory.
 */
export const MAIL_LINES_MAX = 150_000;
/**
 * Lines that may begin a part, each of which takes the library kilobytes. Which of them do is known only behind the headers, whose comments and escapes the library alone
 * reads, so all lines with two dashes count. Mails have a few; long patches and dumps within a mail have thousands.
 */
export const MAIL_DASHES_MAX = 20_000;
/** Files within a mail have lines of 60 to 76 letters without spaces, which the library joins when it decodes them. */
const ENCODED_LENGTH = 60;
/** All lines, as many as a file of 25 MB takes, which providers accept at the most. In a part that is not encoded they take 958 MiB, more than a process may have. */
export const MAIL_ALL_LINES_MAX = 450_000;

const LINE_FEED = 0x0a;
const DASH = 0x2d;
const SPACE = 0x20;

/** A mail as far as the library reads it within its memory, and what follows. */
export interface BoundedMail {
  readonly mail: Uint8Array;
  readonly rest: Uint8Array;
}

/** Looks at the bytes only, since a list of the lines would take the memory that is to be saved. */
export function boundedMail(bytes: Uint8Array): BoundedMail {
  let [all, lines, dashes] = [0, 0, 0];
  for (let at = 0; at < bytes.length; ) {
    const feed = bytes.indexOf(LINE_FEED, at);
    const end = feed < 0 ? bytes.length : feed + 1;
    all += 1;
    if (end - at <= ENCODED_LENGTH || bytes.subarray(at, end).includes(SPACE)) lines += 1;
    if (bytes[at] === DASH && bytes[at + 1] === DASH) dashes += 1;
    if (all > MAIL_ALL_LINES_MAX || lines > MAIL_LINES_MAX || dashes > MAIL_DASHES_MAX)
      return { mail: bytes.subarray(0, at), rest: bytes.subarray(at) };
    at = end;
  }
  return { mail: bytes, rest: bytes.subarray(bytes.length) };
}
