import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { brt, commentsOf, rowRecord, sheetOf, stringsOf, uint32, wide, xlsb } from '../binary-workbook.fixture.ts';
import { textsOf } from '../documents.fixture.ts';

const RU = 'пароль: Кот42';
const SHEET = 'xl/worksheets/sheet1.bin';
const reasonsOf = ({ unread }: Awaited<ReturnType<typeof textsOf>>) => unread.map(({ reason }) => reason);
/** A workbook with one sheet of these records. */
const withSheet = (...records: readonly Uint8Array[]) => xlsb({ A: [['first']] }, { [SHEET]: sheetOf(...records) });
const inlineCell = (text: string) => brt(6, uint32(0), uint32(0), wide(text));
describe('damage', () => {
  test('wherever a sheet is cut, the rows before are read', async () => {
    const rows = Array.from({ length: 30 }, (_, row) => [rowRecord(row), inlineCell(`row ${row}`)]);
    const whole = sheetOf(...rows.flat());
    const ends = rows.map(
      (_, at) => sheetOf(...rows.slice(0, at + 1).flat()).length - sheetOf().length + brt(129).length + brt(145).length,
    );
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: brt(129).length, max: whole.length - 1 }), async (length) => {
        const found = await textsOf(xlsb({ A: [['x']] }, { [SHEET]: whole.subarray(0, length) }));
        const count = ends.filter((end) => end <= length).length;
        expect(found.texts['A'] ?? '').toBe(
          rows
            .slice(0, count)
            .map((_, row) => `row ${row}\n`)
            .join(''),
        );
        expect(reasonsOf(found)).toEqual(['damaged']);
      }),
      { numRuns: 60 },
    );
  });

  test('any bytes in place of any others end with what is left, and say so', async () => {
    const sheet = sheetOf(rowRecord(0), inlineCell('one'), brt(7, Buffer.alloc(12)), rowRecord(7), brt(62, Buffer.alloc(9), wide('two')));
    const files: Readonly<Record<string, Buffer>> = {
      [SHEET]: sheet,
      'xl/sharedStrings.bin': stringsOf(['three']),
      'xl/comments1.bin': commentsOf('four', 'five'),
    };
    const change = fc.tuple(fc.nat(400), fc.nat(255));
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...Object.keys(files)), fc.array(change, { minLength: 1, maxLength: 6 }), async (name, changes) => {
        const changed = Buffer.from(files[name] ?? []);
        for (const [at, value] of changes) changed[at % changed.length] = value;
        const { texts, unread } = await textsOf(xlsb({ A: [['x']] }, { ...files, [name]: changed, 'xl/worksheets/last.bin': sheet }));
        expect(texts['last.bin']).toContain('one\t');
        for (const one of unread) expect(['damaged', 'over_bound']).toContain(one.reason);
      }),
      { numRuns: 80 },
    );
  });

  test('a damaged record, or a damaged string, leaves the others readable', async () => {
    const strings = Buffer.concat([
      brt(159, Buffer.alloc(8)),
      brt(19, Buffer.of(0), uint32(0xffff_ffff)),
      brt(19, Buffer.of(0), wide('second')),
      brt(160),
    ]);
    const shared = (at: number) => brt(7, uint32(0), uint32(0), uint32(at));
    const sheet = sheetOf(rowRecord(0), brt(5, Buffer.alloc(9)), shared(1), shared(0), shared(0xffff_ffff), inlineCell('last'));
    const found = await textsOf(xlsb({ A: [['x']] }, { [SHEET]: sheet, 'xl/sharedStrings.bin': strings }));
    expect(found.texts['A']).toBe('second\t\t\tlast\n');
    expect(reasonsOf(found)).toEqual(['damaged']);
  });

  test('a file that is missing, or cannot be unpacked, leaves the others readable', async () => {
    const book = Buffer.from(
      xlsb({ One: [['x']], Two: [[{ kind: 'inline', value: 'second' }]] }, { 'docProps/core.xml': '<a><b>Иванов</b></a>' }),
    );
    // The name of the strings where their content is.
    book.writeUInt8(0x09, book.indexOf('xl/sharedStrings.bin') - 22);
    book.fill(0xff, book.indexOf('xl/sharedStrings.bin') + 20, book.indexOf('xl/sharedStrings.bin') + 40);
    const found = await textsOf(book);
    expect(found.texts).toMatchObject({ Two: 'second\n', names: 'One\nTwo', properties: 'b: Иванов' });
    expect(reasonsOf(found)).toEqual(['damaged']);
  });
});

describe('bounds', () => {
  test('a string that many cells name ends at the bound, and is read', async () => {
    const cells = Array.from({ length: 4_000 }, () => ['x'.repeat(30_000)]);
    const found = await textsOf(xlsb({ A: cells, B: [[{ kind: 'inline', value: RU }]] }));
    expect(reasonsOf(found)).toEqual(['over_bound']);
    expect(found.texts['A']?.startsWith('xxx')).toBe(true);
  });

  test('what follows a row that is one too many is matched as it is', async () => {
    const rows = Array.from({ length: 40 }, (_, row) => [rowRecord(row), brt(7, uint32(0), uint32(0), uint32(0))]).flat();
    const sheet = sheetOf(...rows, rowRecord(50), inlineCell(RU));
    const found = await textsOf(xlsb({ A: [['x']] }, { [SHEET]: sheet, 'xl/sharedStrings.bin': stringsOf(['x'.repeat(1_000_000)]) }));
    expect(found.texts[SHEET]).toContain(Buffer.from(RU, 'utf16le').toString());
    expect(reasonsOf(found)).toEqual(['over_bound']);
  });

  test('rows far apart, in sheets of few bytes', async () => {
    const sheets = Array.from({ length: 80 }, (_, at) => [`xl/worksheets/far${at}.bin`, sheetOf(rowRecord(0xffff_fffe), inlineCell('x'))]);
    const found = await textsOf(xlsb({ A: [['x']] }, Object.fromEntries(sheets)));
    expect(reasonsOf(found)).toEqual(['over_bound']);
    expect(found.texts['far0.bin']?.length).toBe(1_048_577);
  });

  test('a million rows', async () => {
    const record = Buffer.concat([brt(0, uint32(0)), brt(2, uint32(0), uint32(0), uint32(0))]);
    const rows = Buffer.alloc(record.length * 1_048_576, record);
    for (let row = 0; row < 1_048_576; row += 1) {
      rows.writeUInt32LE(row, row * record.length + 2);
      rows.writeUInt32LE((row << 2) | 2, (row + 1) * record.length - 4);
    }
    const found = await textsOf(withSheet(rows));
    expect(found.texts['A']?.split('\n')[1_048_575]).toBe('1048575');
    expect(found.unread).toEqual([]);
  });

  test('a file of nothing but damaged records is given up, and matched as it is', async () => {
    const records = Buffer.alloc(20_000 * 12, brt(7, Buffer.alloc(10)));
    const found = await textsOf(withSheet(records, inlineCell(RU)));
    expect(found.texts[SHEET]).toContain(Buffer.from(RU, 'utf16le').toString());
    expect([found.texts['A'], reasonsOf(found)]).toEqual([undefined, ['damaged']]);
  });

  test.each([
    ['a length beyond the file', Buffer.from([6, 0xff, 0xff, 0xff, 0x7f])],
    ['lengths and types that do not end', Buffer.alloc(64, 0xff)],
  ])('%s', async (_name, tail) => {
    const sheet = Buffer.concat([brt(129), rowRecord(0), inlineCell('first'), tail]);
    const found = await textsOf(xlsb({ A: [['x']] }, { [SHEET]: sheet }));
    expect([found.texts['A'], reasonsOf(found)]).toEqual(['first\n', ['damaged']]);
  });
});
