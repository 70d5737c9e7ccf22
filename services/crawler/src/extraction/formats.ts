import { asBuffer } from './bytes.ts';
import { isIwork } from './readers/iwork.ts';
import { isSigned } from './readers/signed.ts';

/** Kinds of files whose text is not in their bytes as they are. Office files and archives share the first bytes of `zip`. */
export const FORMATS = [
  'zip',
  'gzip',
  'bzip2',
  'xz',
  'zstd',
  'lz4',
  'tar',
  'pdf',
  'rtf',
  'mail',
  'mailbox',
  'notebook',
  'sqlite',
  'sevenzip',
  'rar',
  'ole',
  'tnef',
  'signed',
  'iwork',
] as const;
export type Format = (typeof FORMATS)[number];

interface Magic {
  readonly format: Format;
  readonly at: number;
  /** latin1. */
  readonly bytes: string;
}

const MAGIC: readonly Magic[] = [
  { format: 'zip', at: 0, bytes: 'PK\u0003\u0004' },
  { format: 'zip', at: 0, bytes: 'PK\u0005\u0006' },
  { format: 'gzip', at: 0, bytes: '\u001f\u008b\u0008' },
  { format: 'bzip2', at: 0, bytes: 'BZh' },
  { format: 'xz', at: 0, bytes: '\u00fd7zXZ\u0000' },
  { format: 'zstd', at: 0, bytes: '\u0028\u00b5\u002f\u00fd' },
  { format: 'lz4', at: 0, bytes: '\u0004\u0022\u004d\u0018' },
  // Of its first version.
  { format: 'lz4', at: 0, bytes: '\u0002\u0021\u004c\u0018' },
  { format: 'sqlite', at: 0, bytes: 'SQLite format 3\u0000' },
  { format: 'tar', at: 257, bytes: 'ustar' },
  { format: 'pdf', at: 0, bytes: '%PDF-' },
  { format: 'rtf', at: 0, bytes: '{\\rtf' },
  { format: 'sevenzip', at: 0, bytes: '7z\u00bc\u00af\u0027\u001c' },
  { format: 'rar', at: 0, bytes: 'Rar!\u001a\u0007' },
  // Word, Excel and PowerPoint before 2007, and messages of Outlook.
  { format: 'ole', at: 0, bytes: '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1' },
  // Of Outlook, as `winmail.dat`.
  { format: 'tnef', at: 0, bytes: '\u0078\u009f\u003e\u0022' },
];
/** The block size of bzip2 and its first block; `BZh` alone begins texts too. */
const BZIP2 = /^BZh[1-9](?:1AY&SY|\u0017rE8P\u0090)/;
/** A mail begins with headers, */
const HEADER_START = /^[A-Za-z][A-Za-z0-9-]{0,60}: /;
/** in any order: one that a server signed begins with the signature, one that a program made with the type of its content. Some every mail has. */
const MAIL_HEADERS =
  /^(?:(?:[!-9;-~]+:|[ \t])[^\r\n]*\r?\n)*?(?:Return-Path|Received|Delivered-To|From|To|Date|Subject|Message-ID|MIME-Version|X-[A-Za-z-]+): /i;
/** A mail with parts says which version of MIME they have. */
const MAIL_MIME = /^MIME-Version: 1\.0/im;
const MAIL_HEAD = 16_384;
/** Mails in one file begin with a line that is no header: who sent one, and when. */
const MAILBOX_START = /^From \S{1,300} [^\r\n]{10,100}\r?\n/;

/**
 * A notebook is an object of JSON with keys that its format names, and says which version of the format it has, wherever that stands. The first key is
 * looked at before: other JSON, such as lists of packages of a megabyte, would be read whole to find no version.
 */
const NOTEBOOK_START = /^\s*\{\s*"(?:cells|metadata|nbformat|nbformat_minor|worksheets)"/;
/** Spaces and line ends before the first key are few. */
const NOTEBOOK_HEAD = 128;
const NOTEBOOK_VERSION = '"nbformat"';

/** Readers look for the beginning of a PDF in its first kilobyte: some programs write a mark of UTF-8, or commands for a printer, before it. */
const PDF_HEAD = 1_024;
const PDF_START = /(?:^|[^ -~])%PDF-[12]\.\d/;
/** A text about such files does not end as one. */
const PDF_TAIL = 2_048;
const PDF_END = 'startxref';
const isLatePdf = (head: string, tail: () => string): boolean => PDF_START.test(head) && tail().includes(PDF_END);

/** Whether the headers of a mail begin here. `text` gives so many of the first characters. */
export const beginsMail = (text: (length: number) => string, head = MAIL_HEAD): boolean =>
  HEADER_START.test(text(64)) && MAIL_HEADERS.test(text(head));

/** Finds the format by content, whatever the name says; null for what is matched as it is. Costs a few comparisons for a text. */
export function formatOf(bytes: Uint8Array): Format | null {
  const text = (from: number, length: number) => Buffer.from(bytes.subarray(from, from + length)).toString('latin1');
  for (const { format, at, bytes: magic } of MAGIC)
    if (bytes[at] === magic.charCodeAt(0) && text(at, magic.length) === magic) {
      if (format !== 'bzip2' || BZIP2.test(text(0, 10))) return format;
    }
  if (isLatePdf(text(0, PDF_HEAD), () => text(Math.max(0, bytes.length - PDF_TAIL), PDF_TAIL))) return 'pdf';
  if (isSigned(bytes)) return 'signed';
  if (isIwork(bytes)) return 'iwork';
  if (NOTEBOOK_START.test(text(0, NOTEBOOK_HEAD)) && asBuffer(bytes).includes(NOTEBOOK_VERSION)) return 'notebook';
  const first = MAILBOX_START.exec(text(0, 500))?.[0].length ?? 0;
  if (!beginsMail((length) => text(first, length)) || !MAIL_MIME.test(text(first, MAIL_HEAD))) return null;
  return first === 0 ? 'mail' : 'mailbox';
}
