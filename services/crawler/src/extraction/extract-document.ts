import { type Format, formatOf } from './formats.ts';
import { Budget, type Part, type Reader, Unreadable, type UnreadPart } from './reader.ts';
import { readBzip2, readGzip, readTar, readXz, readZstd } from './readers/archives.ts';
import { isIwork, readIwork } from './readers/iwork.ts';
import { readLz4 } from './readers/lz4.ts';
import { readMail } from './readers/mail.ts';
import { readMailbox } from './readers/mailbox.ts';
import { readNotebook } from './readers/notebook.ts';
import { readOle } from './readers/ole.ts';
import { readPdf } from './readers/pdf.ts';
import { readRar } from './readers/rar.ts';
import { readRtf } from './readers/rtf.ts';
import { readSevenzip } from './readers/sevenzip.ts';
import { readSigned } from './readers/signed.ts';
import { readSqlite } from './readers/sqlite.ts';
import { readTnef } from './readers/tnef.ts';
import { readZip } from './readers/zip.ts';

export const EXTRACTION_BOUNDS = {
  /** Unpacked bytes of one document, those of archives within archives included. Two documents are read at once, so 96 MiB. */
  bytes: 48 * 1024 * 1024,
  /** Bytes of the texts that are read of one document. Many cells may show one long text, and rows may be far apart, in a few bytes of a workbook. */
  text: 128 * 1024 * 1024,
  /** Files and pages of one document. */
  parts: 5_000,
  /** Files within files. */
  depth: 5,
  /** Unpacked bytes for each byte of a document: twice what Deflate reaches, so that only layers and long runs of one letter are beyond it. */
  ratio: 2_000,
  /** Hashes of passwords: some 8 seconds. Office takes 100,000 to try one; a file may ask for four billion. */
  rounds: 3_000_000,
} as const;
/** Any document may unpack to so much, whatever its ratio. So a small bomb costs little, however many there are. */
const UNPACKED_FREELY = 8 * 1024 * 1024;
type Bounds = Readonly<Record<keyof typeof EXTRACTION_BOUNDS, number>>;

const READERS: Readonly<Record<Format, Reader>> = {
  zip: readZip,
  gzip: readGzip,
  bzip2: readBzip2,
  xz: readXz,
  zstd: readZstd,
  lz4: readLz4,
  tar: readTar,
  pdf: readPdf,
  rtf: readRtf,
  mail: readMail,
  mailbox: readMailbox,
  notebook: readNotebook,
  sqlite: readSqlite,
  sevenzip: readSevenzip,
  rar: readRar,
  ole: readOle,
  tnef: readTnef,
  signed: readSigned,
  iwork: readIwork,
};

/** What Node.js throws where the process may not have more memory, also as a library passes it on. */
export const isOutOfMemory = (error: unknown): boolean => /allocation failed/.test(String(error));

export interface Extracted {
  /** What is matched; `path` is the inner one, '' for the document itself. */
  readonly parts: readonly Part[];
  readonly unread: readonly UnreadPart[];
}

/**
 * Macros are a compound file, whose own files are a level deeper again. A file of another format that has their name is a file within. Components of
 * Pages, Numbers and Keynote hold no files.
 */
const isOfTheSameFile = ({ isMacros, bytes }: Part): boolean => (isMacros === true && formatOf(bytes) === 'ole') || isIwork(bytes);

/** Reads what is inside a document, and inside that. A part that cannot be read is matched as it is and counted with the reason. */
export async function extractDocument(bytes: Uint8Array, path: string, bounds: Bounds = EXTRACTION_BOUNDS): Promise<Extracted> {
  const parts: Part[] = [];
  const unread: UnreadPart[] = [];
  const budget = new Budget({ ...bounds, bytes: Math.min(bounds.bytes, Math.max(UNPACKED_FREELY, bytes.length * bounds.ratio)) });
  let textLeft = bounds.text;
  const visit = async (part: Part, name: string, depth: number): Promise<void> => {
    const format = part.isText === true ? null : formatOf(part.bytes);
    if (format === null) return void parts.push(part);
    if (depth > bounds.depth) {
      unread.push({ path: part.path, reason: 'over_bound' });
      return void parts.push(part);
    }
    let read = 0;
    try {
      for await (const inner of READERS[format](part.bytes, budget, name)) {
        const innerPath = part.path === '' ? inner.path : `${part.path}!/${inner.path}`;
        budget.takePart();
        if ('bytes' in inner && inner.isText === true) textLeft -= inner.bytes.byteLength;
        if (textLeft < 0) throw new Unreadable('over_bound');
        read += 1;
        if ('reason' in inner) unread.push({ path: innerPath, reason: inner.reason });
        else await visit({ ...inner, path: innerPath }, inner.path, isOfTheSameFile(inner) ? depth : depth + 1);
      }
    } catch (error) {
      unread.push({
        path: part.path,
        reason: error instanceof Unreadable ? error.reason : isOutOfMemory(error) ? 'over_bound' : 'damaged',
      });
    }
    if (read === 0) parts.push(part);
  };
  await visit({ path: '', bytes }, path, 1);
  return { parts, unread };
}
