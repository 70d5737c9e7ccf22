import { type Bench, type BenchContext, figure, machineLine, seeded, sourceText, table } from '@leakwatch/bench';
import { lz4, rar } from '../src/extraction/archives.fixture.ts';
import { xlsb } from '../src/extraction/binary-workbook.fixture.ts';
import {
  compressed,
  docx,
  mail,
  msg,
  notebook,
  odt,
  ods,
  pdf,
  pptx,
  sqlite,
  tar,
  xlsx,
  zip,
  zstd,
} from '../src/extraction/documents.fixture.ts';
import { extractDocument } from '../src/extraction/extract-document.ts';
import { presentationOf, wordOf, workbookOf } from '../src/extraction/old-office.fixture.ts';

const DOCUMENTS = { full: 1_000, tiny: 30 };
const DAMAGED = { full: 5_000, tiny: 60 };
/** A format is measured for so long at least: in less, one collection of garbage decides. */
const MILLISECONDS = { full: 500, tiny: 0 };
const LINES = { full: 600, tiny: 20 };

/** Documents of each format with lines of text; the same everywhere. */
function makers(lines: readonly string[]): Readonly<Record<string, () => Uint8Array>> {
  const safe = lines.map((line) => line.replaceAll(/[<>&'"|]/g, ' '));
  const text = safe.join('\n');
  const rows = safe.map((line) => line.split(' ').slice(0, 8));
  return {
    docx: () => docx(safe),
    xlsx: () => xlsx({ One: rows }),
    xlsb: () => xlsb({ One: rows }),
    pptx: () => pptx([text]),
    odt: () => odt(safe),
    ods: () => ods('One', rows),
    pdf: () => pdf(safe.slice(0, 60).map((line) => line.replaceAll(/[^ -~]/g, '?'))),
    mail: () => mail(text, { name: 'a.zip', content: zip({ 'a.txt': text }) }),
    msg: () => msg(text),
    doc: () => wordOf([{ text: text.replaceAll('\n', '\r') }]),
    xls: () => workbookOf({ One: rows }),
    ppt: () => presentationOf([text]),
    notebook: () => notebook(text, text),
    sqlite: () => sqlite(`CREATE TABLE t (a, b); ${safe.map((line) => `INSERT INTO t VALUES (1, '${line}');`).join('')}`),
    rar: () => rar({ 'a.txt': text }),
    zstd: () => zstd(text),
    lz4: () => lz4(text),
    'tar.gz': () => compressed('gzip', tar({ 'a.txt': text })),
    zip: () => zip({ 'a.txt': text }),
  };
}

/** Of raw bytes; beside other programs only the second is what one core gives. */
const ratesOf = ({ bytes, milliseconds, processor }: { bytes: number; milliseconds: number; processor: number }): readonly string[] =>
  [milliseconds, processor].map((time) => figure(bytes / time / 1_000));

/** Extraction in one thread: raw bytes of documents a second by format, and whether damage ends with parts or a reason. */
export const bench: Bench = {
  name: 'extraction',
  async run({ size, print }: BenchContext) {
    print(machineLine());
    const made = Object.entries(
      makers(
        sourceText(LINES[size] * 60)
          .toString()
          .split('\n'),
      ),
    ).map(([format, make]) => [format, make()] as const);
    const rows: string[][] = [];
    const all = { bytes: 0, milliseconds: 0, processor: 0 };
    for (const [format, document] of made) {
      const least = Math.ceil(DOCUMENTS[size] / made.length);
      // The first documents of a format load its reader.
      for (let at = 0; at < 5; at += 1) await extractDocument(document, format);
      const [started, used] = [performance.now(), process.cpuUsage()];
      let count = 0;
      for (; count < least || performance.now() - started < MILLISECONDS[size]; count += 1) await extractDocument(document, format);
      const { user, system } = process.cpuUsage(used);
      const each = {
        bytes: document.length,
        milliseconds: (performance.now() - started) / count,
        processor: (user + system) / 1_000 / count,
      };
      rows.push([format, String(document.length), ...ratesOf(each)]);
      // As many documents of each format.
      all.bytes += each.bytes;
      all.milliseconds += each.milliseconds;
      all.processor += each.processor;
    }
    print(table(['format', 'bytes each', 'MB/s', 'MB per second of processor time'], [...rows, ['all', '', ...ratesOf(all)]]));
    const random = seeded(11);
    let ended = 0;
    for (let at = 0; at < DAMAGED[size]; at += 1) {
      const [format, document] = made[at % made.length] ?? ['', new Uint8Array()];
      const damaged = Uint8Array.from(document.subarray(0, random.below(document.length) + 1));
      for (let flips = 0; flips < 8; flips += 1) damaged[random.below(damaged.length)] = random.below(256);
      const { parts, unread } = await extractDocument(damaged, format);
      if (parts.length + unread.length > 0) ended += 1;
    }
    print(`\n${ended} of ${DAMAGED[size]} damaged documents ended with parts or a reason`);
    if (ended !== DAMAGED[size]) throw new Error('a damaged document ended with nothing');
  },
};
