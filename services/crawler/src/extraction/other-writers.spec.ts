import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { pdf, textsOf, xlsx } from './documents.fixture.ts';
import { formatOf } from './formats.ts';
import { compound, drawing, presentationOf, word95, wordOf, workbookOf } from './old-office.fixture.ts';

const RU = 'пароль: Кот42';
const wide = (text: string) => Buffer.from(text, 'utf16le');

async function read(bytes: Uint8Array) {
  const { texts, unread } = await textsOf(bytes);
  return { texts, reasons: unread.map(({ reason }) => reason) };
}

describe('what other programs and other systems than Office for Windows write', () => {
  test.each([
    ['Workbook', workbookOf({ Июнь: [[RU]] }), 'Июнь', `${RU}\n`],
    ['WordDocument', wordOf([{ text: RU }]), 'text', RU],
    ['PowerPoint Document', presentationOf([RU]), 'slide 1', RU],
  ])('letter case of the name %s does not matter', async (name, bytes, part, text) => {
    const other = Buffer.from(bytes);
    Buffer.from(name.toUpperCase(), 'utf16le').copy(other, other.indexOf(Buffer.from(name, 'utf16le')));
    const { texts, reasons } = await read(other);
    expect(reasons).toEqual([]);
    expect(texts[part]).toContain(text);
  });

  test('Crystal Reports, whose workbook is beside another stream of its name', async () => {
    const { texts, reasons } = await read(compound({ 'in/Data': Buffer.from('one'), 'in/DATA': Buffer.from('two') }));
    expect([Object.values(texts).join(' '), reasons]).toEqual([expect.stringMatching(/one.*two|two.*one/s), ['not_supported']]);
  });

  test.each([
    ['Western', 0x040c, 'd\u008ecision du pr\u008esident', 'décision du président'],
    ['Russian', 0x0419, '\u008f\u00e0\u00f0\u00ee\u00eb\u00fc 42', 'Пароль 42'],
  ])('Word for Macintosh in its %s letters', async (_name, language, bytes, text) => {
    const { texts, reasons } = await read(word95(Buffer.from(bytes, 'latin1'), language, { charset: 256 }));
    expect([texts['text'], reasons]).toEqual([text, []]);
  });

  test.each([0xa697, 0xa698, 0xa699])('Word 95 for Chinese, Japanese and Korean, two bytes a letter: %i', async (kind) => {
    const { texts, reasons } = await read(word95(wide(`社外秘 ${RU}`), 0x0411, { kind, flags: 0x10_00 }));
    expect([texts['text'], reasons]).toEqual([`社外秘 ${RU}`, []]);
  });

  test('a presentation with zeros between its records, of any number', async () => {
    const whole = Buffer.from(presentationOf([RU]));
    const at = whole.indexOf(Buffer.from('0f00ee03', 'hex'), whole.indexOf(Buffer.from('0f00ee03', 'hex')) + 1);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 8, max: 300 }), async (count) => {
        const stream = Buffer.concat([
          whole.subarray(whole.indexOf(Buffer.from('0f00e803', 'hex')), at),
          Buffer.alloc(count),
          whole.subarray(at),
        ]);
        const { texts } = await read(compound({ 'PowerPoint Document': stream }));
        expect(Object.values(texts).join('\n')).toContain(RU);
      }),
    );
  });

  test.each([1, 2] as const)('a drawing of a presentation or a text, with %i identifiers before it', async (ids) => {
    const text = 'stand of db.corp.example';
    const pictures = Buffer.concat([drawing(Buffer.from(`before ${text}`), ids), drawing(wide(text), ids)]);
    const { texts, reasons } = await read(presentationOf([RU], '', undefined, { Pictures: pictures }));
    expect(reasons).toEqual([]);
    expect([texts['Pictures/picture 1'], texts['Pictures/picture 2']]).toEqual([`before ${text}`, wide(text).toString()]);
    expect(texts['Pictures']).toBeDefined();
  });

  test('a drawing that is damaged, or not as long as it says', async () => {
    const whole = drawing(Buffer.from('x'.repeat(500)));
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: whole.length - 1 }), fc.integer({ min: 0, max: 255 }), async (at, byte) => {
        const spoiled = Buffer.from(whole);
        spoiled[at] = byte;
        const { texts } = await read(presentationOf([RU], '', undefined, { Pictures: spoiled.subarray(0, whole.length - (byte % 3)) }));
        expect(texts['slide 1']).toContain(RU);
      }),
    );
  });

  test('sheets of macros, and shared strings that no cell shows', async () => {
    const cell = (number: number) => `<sheetData><row r="2"><c t="s"><v>${number}</v></c></row></sheetData>`;
    const strings = `<sst>${['shown', RU, 'of an emptied cell'].map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`;
    const { texts, reasons } = await read(
      xlsx(
        { Sheet: [['shown']] },
        { 'xl/sharedStrings.xml': strings, 'xl/macrosheets/sheet1.xml': `<xm:macrosheet>${cell(1)}</xm:macrosheet>` },
      ),
    );
    expect(reasons).toEqual([]);
    expect(texts).toMatchObject({ Sheet: 'shown\n', 'sheet1.xml': `\n${RU}\n`, 'xl/sharedStrings.xml': 'of an emptied cell\n' });
  });

  test('a sheet that is damaged leaves the others, and what is beside them, readable', async () => {
    const long = Array.from({ length: 2_000 }, (_, at) => [`${at} ${(at * 7_919) % 10_007}`]);
    const whole = Buffer.from(
      xlsx({ One: long, Two: [[RU]] }, { 'docProps/app.xml': '<Properties><Company>Romashka</Company></Properties>' }),
    );
    const at = whole.indexOf('xl/worksheets/sheet1.xml');
    const { texts, reasons } = await read(whole.fill(0xff, at + 60, at + 400));
    expect([texts['One'], texts['Two'], texts['properties'], reasons]).toEqual([
      undefined,
      `${RU}\n`,
      expect.stringContaining('Romashka'),
      ['damaged'],
    ]);
  });

  test.each([
    ['a mark of UTF-8', '\ufeff'],
    ['commands for a printer', '\u001b%-12345X@PJL ENTER LANGUAGE=PDF\r\n'],
    ['line ends', '\n\n\n'],
  ])('a PDF behind %s', async (_name, before) => {
    const { texts, reasons } = await read(Buffer.concat([Buffer.from(before), pdf(['Password of db.corp.example'])]));
    expect([texts['page 1']?.trim(), reasons]).toEqual(['Password of db.corp.example', []]);
  });

  test('a PDF whose layout divides words: each is read whole, once', async () => {
    const { texts } = await read(pdf(['The stand db.corp-', 'example, and the confi-', 'dential list of 2025-', '2026 - of', 'all']));
    expect(texts['page 1']).toMatch(/^The stand db\.corp-\n.*\nall\ndb\.corpexample,\ndb\.corp-example,\nconfidential\nconfi-dential\n$/s);
  });

  test('a text about PDF is a text', () => {
    expect(formatOf(Buffer.from('A file begins with\n%PDF-1.7\nand so on.'))).toBeNull();
    expect(formatOf(Buffer.from("const HEAD = '%PDF-1.7'; const TAIL = 'startxref';"))).toBeNull();
  });
});
