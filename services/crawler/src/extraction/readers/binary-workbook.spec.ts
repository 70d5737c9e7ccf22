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
import { CELLS, RECORD } from './binary-records.ts';

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

const IS_READ: ReadonlySet<number> = new Set([...CELLS.keys(), ...Object.values(RECORD)]);

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
        // What is no text of a cell is found by its bytes. In a record that is read other bytes may say that half of the text is another one.
        const head = IS_READ.has(type) ? Buffer.alloc(before.length) : before;
        const sheet = withSheet(rowRecord(0), brt(type, head, Buffer.alloc(150), wide(RU), before), inlineCell('x'));
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
