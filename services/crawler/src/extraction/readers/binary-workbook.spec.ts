import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  brt,
  type Cell,
  commentsOf,
  ERRORS,
  nameOf,
  rowRecord,
  sheetOf,
  stringsOf,
  uint32,
  wide,
  xlsb,
} from '../binary-workbook.fixture.ts';
import { textsOf, xlsx } from '../documents.fixture.ts';

const RU = 'пароль: Кот42';
const SHEET = 'xl/worksheets/sheet1.bin';
const reasonsOf = ({ unread }: Awaited<ReturnType<typeof textsOf>>) => unread.map(({ reason }) => reason);
/** A workbook with one sheet of these records. */
const withSheet = (...records: readonly Uint8Array[]) => xlsb({ A: [['first']] }, { [SHEET]: sheetOf(...records) });
const inlineCell = (text: string) => brt(6, uint32(0), uint32(0), wide(text));
/** Whether a text is read, or left where the matcher finds it in UTF-16. */
async function isMatched(bytes: Uint8Array, text: string): Promise<boolean> {
  const { texts } = await textsOf(bytes);
  return Object.values(texts).some((found) => found.includes(text) || found.includes(Buffer.from(text, 'utf16le').toString()));
}

test('cells of every kind, hidden sheets, names, comments', async () => {
  const found = await textsOf(
    xlsb(
      {
        Июнь: [
          ['Имя', { kind: 'rich', value: 'Оклад' }, { kind: 'number', value: 1.5 }],
          undefined,
          [{ kind: 'blank' }, { kind: 'inline', value: RU }, { kind: 'integer', value: -325 }, { kind: 'hundredths', value: 325 }],
          [
            { kind: 'truth', value: true },
            { kind: 'error', value: '#REF!' },
          ],
          [
            { kind: 'formula text', value: 'итог' },
            { kind: 'formula number', value: 45_101_234_567 },
            { kind: 'formula truth', value: false },
            { kind: 'formula error', value: '#N/A' },
          ],
        ],
        Hidden: [['скрытое', 'Имя']],
        Empty: [],
      },
      {
        'xl/comments1.bin': commentsOf('Анна Ветрова', RU),
        'xl/worksheets/_rels/sheet1.bin.rels': '<Relationship Id="rId1" TargetMode="External" Target="https://wiki.corp.example/page"/>',
      },
      '',
      nameOf('db_password', 'Кот42'),
    ),
  );
  expect(reasonsOf(found)).toEqual([]);
  expect(found.texts).toMatchObject({
    Июнь: `Имя\tОклад\t1.5\n\n\t${RU}\t-325\t3.25\n1\t#REF!\nитог\t45101234567\t0\t#N/A\n`,
    Hidden: 'скрытое\tИмя\n',
    names: 'Июнь\nHidden\nEmpty\ndb_password: "Кот42"',
    comments: `Анна Ветрова\n${RU}`,
    links: 'https://wiki.corp.example/page',
  });
  expect(found.texts).not.toHaveProperty('Empty');
});

const label = fc.string({ unit: fc.constantFrom('a', 'Ж', '€', ' ', '豊', '7', '\n'), minLength: 1, maxLength: 12 });
const cell: fc.Arbitrary<Cell> = fc.oneof(
  fc.record({ kind: fc.constantFrom('shared', 'inline', 'rich', 'formula text'), value: label }),
  fc.record({ kind: fc.constantFrom('number', 'formula number'), value: fc.double({ noNaN: true, noDefaultInfinity: true }) }),
  fc.record({ kind: fc.constantFrom('integer', 'hundredths'), value: fc.integer({ min: -(2 ** 29), max: 2 ** 29 - 1 }) }),
  fc.record({ kind: fc.constantFrom('truth', 'formula truth'), value: fc.boolean() }),
  fc.record({
    kind: fc.constantFrom('error', 'formula error'),
    value: fc.constantFrom(...(['#DIV/0!', '#VALUE!', '#REF!', '#NAME?', '#N/A'] satisfies (keyof typeof ERRORS)[])),
  }),
  fc.constant({ kind: 'blank' }),
);
/** The same cell as XML. */
function asXml(one: Cell): string {
  if (one.kind === 'blank') return '<c s="1"/>';
  if (typeof one.value === 'boolean') return `<c t="b"><v>${Number(one.value)}</v></c>`;
  if (typeof one.value === 'number') return `<c><v>${one.kind === 'hundredths' ? one.value / 100 : one.value}</v></c>`;
  return one.kind === 'inline' ? `<c t="inlineStr"><is><t>${one.value}</t></is></c>` : `<c t="str"><v>${one.value}</v></c>`;
}

test('the same cells give the same text as in a workbook of XML', () =>
  fc.assert(
    fc.asyncProperty(fc.array(fc.option(fc.array(cell, { maxLength: 4 }), { nil: undefined }), { maxLength: 8 }), async (table) => {
      const rows = table
        .map((cells, row) => (cells === undefined ? '' : `<row r="${row + 1}">${cells.map(asXml).join('')}</row>`))
        .join('');
      const plain = await textsOf(xlsx({ Лист: [] }, { 'xl/worksheets/sheet1.xml': `<sheetData>${rows}</sheetData>` }));
      const binary = await textsOf(xlsb({ Лист: table }));
      expect(binary.texts['Лист']).toBe(plain.texts['Лист']);
      expect(binary.texts['names']).toBe(plain.texts['names']);
      expect(binary.unread).toEqual([]);
    }),
    { numRuns: 60 },
  ));

describe('what is not understood is matched as it is', () => {
  test.each<[string, () => Uint8Array]>([
    ['a text of a formula', () => xlsb({ A: [[{ kind: 'formula number', value: 1 }]] }, {}, RU)],
    ['a tip of a link', () => withSheet(brt(494, Buffer.alloc(16), wide('rId1'), wide(''), wide(RU), wide('')))],
    ['what newer programs number as cells', () => withSheet(brt(35, uint32(0)), brt(6, wide(RU)), brt(36))],
    ['a damaged cell', () => withSheet(brt(6, uint32(0), uint32(0), uint32(9_999), Buffer.from(RU, 'utf16le')))],
    ['behind the measures of a row', () => withSheet(brt(0, Buffer.alloc(145), wide(RU)))],
    ['a shared string that no cell shows', () => xlsb({ A: [['x']] }, { 'xl/sharedStrings.bin': stringsOf(['x', RU]) })],
    ['shared strings under another name', () => xlsb({ A: [['x']] }, { 'xl/strings.bin': stringsOf([RU]) })],
    ['a sheet of something else', () => xlsb({ A: [['x']] }, { 'xl/worksheets/sheet2.bin': Buffer.from(RU) })],
    ['a connection', () => xlsb({ A: [['x']] }, { 'xl/connections.bin': Buffer.concat([brt(429), brt(201, wide(RU)), brt(430)]) })],
    ['a remark on a name', () => xlsb({ A: [['x']] }, {}, '', brt(39, Buffer.alloc(9), wide('a'), uint32(0), uint32(0), wide(RU)))],
    ['what is remembered of another workbook', () => otherWorkbook(brt(371, uint32(0), wide(RU)))],
  ])('%s', async (_name, make) => expect(await isMatched(make(), RU)).toBe(true));

  const otherWorkbook = (...cells: readonly Uint8Array[]) =>
    xlsb({ A: [['x']] }, { 'xl/externalLinks/externalLink1.bin': Buffer.concat([brt(360), brt(366, uint32(0)), ...cells, brt(588)]) });

  test('a text in a record of any kind', () =>
    fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 700 }), fc.uint8Array({ maxLength: 24 }), async (type, before) => {
        // What is no text of a cell is found by its bytes.
        const sheet = withSheet(rowRecord(0), brt(type, before, Buffer.alloc(150), wide(RU), before), inlineCell('x'));
        expect(await isMatched(sheet, RU)).toBe(true);
      }),
      { numRuns: 150 },
    ));
});

test('a number that another workbook had', async () => {
  const value = Buffer.alloc(8);
  value.writeDoubleLE(4_510_123_456);
  const link = Buffer.concat([brt(360), brt(366, uint32(1)), brt(368, uint32(0), value), brt(588)]);
  const { texts } = await textsOf(xlsb({ A: [['x']] }, { 'xl/externalLinks/externalLink1.bin': link }));
  expect(texts['externalLink1.bin']).toBe('\n4510123456\n');
});

test('what newer programs wrote is no cell, whatever its number', async () => {
  const found = await textsOf(
    withSheet(rowRecord(0), inlineCell('one'), brt(35, uint32(0)), brt(16, uint32(0)), inlineCell('two'), brt(36), inlineCell('three')),
  );
  expect([found.texts['A'], found.unread]).toEqual(['one\tthree\n', []]);
});

test('a sheet of the first Excel 2007, whose record has a number more', async () => {
  const book = Buffer.concat([brt(131), brt(156, uint32(0), uint32(0), uint32(2), wide('rId1'), wide('Лист')), brt(132)]);
  const found = await textsOf(xlsb({ A: [['x']] }, { 'xl/workbook.bin': book }));
  expect([found.texts['Лист'], found.unread]).toEqual(['x\n', []]);
});

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
