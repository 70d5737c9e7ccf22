import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { docx } from './documents.fixture.ts';
import { EXTRACTION_BOUNDS, extractDocument } from './extract-document.ts';
import {
  biff,
  compound,
  doc,
  excel95,
  gnumeric,
  macroStream,
  ppt,
  presentationOf,
  word95,
  wordOf,
  wordStreams,
  workbook95,
  workbookOf,
  xls,
} from './old-office.fixture.ts';

const RU = 'пароль: Кот42';
const cp1251 = (text: string) =>
  Uint8Array.from([...text].map((letter) => (letter < 'А' ? letter.charCodeAt(0) : letter.charCodeAt(0) - 0x350)));

async function read(bytes: Uint8Array, bounds = EXTRACTION_BOUNDS) {
  const { parts, unread } = await extractDocument(bytes, 'document', bounds);
  const texts: Record<string, string> = {};
  for (const part of parts) texts[part.path] = (texts[part.path] ?? '') + Buffer.from(part.bytes).toString();
  return { texts, reasons: unread.map(({ reason }) => reason) };
}

describe('documents that LibreOffice and Gnumeric wrote', () => {
  test('Word: text, footnote, header, comment, link, table, properties', async () => {
    const { texts, reasons } = await read(doc(RU));
    expect(reasons).toEqual([]);
    expect(texts['text']).toBe(
      `Письмо отдела\n${RU.padEnd(100)}\nPlain latin line with   HYPERLINK "https://wiki.corp.example/page" a link \nИмя\tОклад\nИванов\t100\nend\n`,
    );
    expect(texts['footnotes']).toContain('Сноска о сервере');
    expect(texts['headers']).toContain('Колонтитул отдела');
    expect(texts['comments']).toContain('Замечание на полях');
    expect(texts['properties']).toMatch(/title: Справка об отделе\nauthor: Анна Ветрова\nlast saved by: Пётр Лесной/);
    expect(texts['properties']).toMatch(/Company: ООО Ромашка\nСтенд: stand\.corp\.example/);
  });

  // LibreOffice did not calculate the formula.
  test.each([
    ['LibreOffice', xls, '0'],
    ['Gnumeric', gnumeric, 'Имя-суффикс'],
    ['Gnumeric as Excel 95', excel95, 'Имя-суффикс'],
  ])('Excel by %s: a line for each row, hidden sheets, results of formulas, properties', async (_name, make, formula) => {
    const { texts, reasons } = await read(make(RU));
    expect(reasons).toEqual([]);
    expect(texts['Июнь']).toBe(`Имя\tОклад\t1.5\n\n${RU.padEnd(100)}\t100000\t-3.25\n${formula}\tс примечанием\tlink\n`);
    expect(texts['Hidden']).toBe('скрытое\tlatin\n');
    expect(texts['properties']).toContain('author: Анна Ветрова');
  });

  test.each([xls, gnumeric])('Excel: comments', async (make) =>
    expect((await read(make(RU))).texts['comments']).toBe('Примечание к ячейке'),
  );

  test('PowerPoint: slides, notes, comments', async () => {
    const { texts, reasons } = await read(ppt(RU));
    expect(reasons).toEqual([]);
    expect(texts['slide 1']).toBe('Первый слайд\n');
    expect(texts['slide 2']).toContain(RU);
    expect(texts['notes']).toContain('Заметки докладчика');
    expect(texts['comments']).toContain('Замечание к слайду');
    expect(texts['properties']).toContain('author: Анна Ветрова');
  });
});

describe('what other writers do', () => {
  test('pieces of one byte and of two, appended by fast saves; deleted text is found between them', async () => {
    const { texts, reasons } = await read(
      wordOf([
        { text: 'caf\u00e9 ', isNarrow: true },
        { text: RU },
        { text: 'deleted secret', isNarrow: true, isDeleted: true },
        { text: '\rend\r' },
      ]),
    );
    expect(reasons).toEqual([]);
    expect(texts['text']).toBe(`café ${RU}\nend\n`);
    expect(texts['between the texts']).toContain('deleted secret');
  });

  test('Word 95 and Excel 95 in the code page of their language', async () => {
    expect((await read(word95(cp1251(RU)))).texts['text']).toBe(RU);
    expect((await read(word95(cp1251(RU), 0x0409))).texts['text']).toBe(RU);
    expect((await read(word95(Buffer.from('déjà vu', 'latin1'), 0x0409))).texts['text']).toBe('déjà vu');
    expect((await read(workbook95(cp1251(RU)))).texts['sheet 1']).toBe(`\n${RU}\n`);
  });

  test('shared strings are read wherever records part them', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', 'Ж', '€', ' '), minLength: 1, maxLength: 40 }).map((text) => `x${text}x`);
    const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(rows, fc.integer({ min: 12, max: 200 }), async (table, recordBytes) => {
        const { texts, reasons } = await read(workbookOf({ Лист: table }, recordBytes));
        expect(reasons).toEqual([]);
        expect(texts['Лист']).toBe(`${table.map((cells) => cells.join('\t')).join('\n')}\n`);
      }),
      { numRuns: 100 },
    );
  });

  test('slides in their order, comments, slides that were replaced, files in a presentation', async () => {
    const { texts, reasons } = await read(presentationOf(['one', RU], 'earlier secret', docx([RU])));
    expect(reasons).toEqual([]);
    expect(texts).toMatchObject({
      'slide 1': 'one\n',
      'slide 2': `${RU}\n`,
      'earlier slides': 'earlier secret\n',
      comments: 'Рецензент\nЗамечание\n',
      'file 1!/text': `${RU}\n`,
    });
  });

  test('documents and files within a document', async () => {
    const native = Buffer.concat([
      Buffer.alloc(6),
      Buffer.from('keys.txt\0C:\\keys.txt\0'),
      Buffer.alloc(8),
      Buffer.from('t\0'),
      Buffer.from([5, 0, 0, 0]),
      Buffer.from('12345rest'),
    ]);
    const inner = Object.entries(wordStreams([{ text: RU }])).map(([name, content]) => [`_1/${name}`, content] as const);
    const { texts } = await read(
      compound({
        ...wordStreams([{ text: 'outer' }]),
        ...Object.fromEntries(inner),
        '_1/\u0001Ole10Native': native,
        '_2/Package': docx([RU]),
      }),
    );
    expect(texts).toMatchObject({ text: 'outer', '_1/text': RU, '_1/keys.txt': '12345', '_2/Package!/text': `${RU}\n` });
  });
});

describe('macros', () => {
  test('of an old document and of a newer one', async () => {
    const old = compound({ ...wordStreams([{ text: 'x' }]), 'VBA/Module1': macroStream(Buffer.from(`Password = "${RU}"\r\n`)) });
    expect((await read(old)).texts['VBA/Module1']).toContain(`Attribute VB_Name = "M"\r\nPassword = "${RU}"`);
    const project = compound({ 'VBA/Module1': macroStream(Buffer.from(RU)), PROJECT: Buffer.from('Name="P"') });
    const { texts, reasons } = await read(docx(['x'], { 'word/vbaProject.bin': project }));
    expect([texts['word/vbaProject.bin!/VBA/Module1'], reasons]).toEqual([`Attribute VB_Name = "M"\r\n${RU}`, []]);
  });

  test('copies of what stands before', async () => {
    // 25 bytes stand before the source; with seven more the groups are whole, and the copy is of four bytes before.
    const module = compound({ 'VBA/M': macroStream(Buffer.from('abcdefg')) });
    expect((await read(module)).texts['VBA/M']).toMatch(/abcdefgdef$/);
  });

  test('any bytes behind the beginning end', () =>
    fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        const stream = Buffer.concat([Buffer.from([1, 0xff, 0xbf, 0]), Buffer.from('Attribut'), bytes]);
        expect(Object.values((await read(compound({ 'VBA/M': stream }))).texts)[0]).toMatch(/^Attribut/);
      }),
    ));
});

describe('what cannot be read', () => {
  test.each<[string, () => Uint8Array, string]>([
    ['an encrypted document of Word', () => wordOf([{ text: RU }], 0x01_00), 'encrypted'],
    ['an encrypted workbook', () => workbookOf({ A: [['x']] }, 8_000, [biff(0x002f, [2, 1], Buffer.alloc(52))]), 'encrypted'],
    [
      'a newer office file with a password',
      () => compound({ EncryptedPackage: Buffer.alloc(100), EncryptionInfo: Buffer.alloc(10) }),
      'encrypted',
    ],
    [
      'an encrypted presentation',
      () =>
        compound({
          'PowerPoint Document': Buffer.alloc(8),
          'Current User': Buffer.from('0000f60f14000000140000 00dfc4d1f3'.replace(' ', ''), 'hex'),
        }),
      'encrypted',
    ],
    ['a compound file of another kind', () => compound({ Contents: Buffer.from(RU) }), 'not_supported'],
    ['a compound file without a directory', () => doc(RU).subarray(0, 600), 'damaged'],
  ])('%s', async (_name, make, reason) => expect((await read(make())).reasons).toEqual([reason]));

  test('a cut document gives what stands before the cut', async () => {
    const bytes = compound({
      Workbook: Buffer.concat([
        biff(0x0809, [2, 0x06_00], [2, 0x10]),
        biff(0x0204, [2, 0], [2, 0], [2, 0], [2, 3], Buffer.from('\0abc')),
        Buffer.from([4, 2, 200]),
      ]),
    });
    const { texts, reasons } = await read(bytes);
    expect([texts['sheet 1'], reasons]).toEqual(['abc\n', ['damaged']]);
  });

  test('chains that lead back end', async () => {
    const bytes = Buffer.from(doc(RU));
    // Every sector is followed by the first.
    const table = (bytes.readUInt32LE(76) + 1) * 512;
    for (let at = 0; at < 128; at += 1) bytes.writeUInt32LE(0, table + at * 4);
    expect((await read(bytes)).reasons).toEqual(['damaged']);
  });

  test('a string that many cells name ends at the bound', async () => {
    const long = 'x'.repeat(30_000);
    const { reasons } = await read(workbookOf({ A: Array.from({ length: 1_000 }, () => [long, long, long]) }));
    expect(reasons).toEqual(['over_bound']);
  });

  test('pieces that all name the same text end at the bound', async () => {
    const { WordDocument = new Uint8Array(), '1Table': table = new Uint8Array() } = wordStreams([{ text: 'a'.repeat(100_000) }]);
    const count = 1_000;
    const repeated = Buffer.alloc(5 + 4 + count * 12);
    Buffer.from(table).copy(repeated, 0, 0, 5);
    repeated.writeUInt32LE(repeated.length - 5, 1);
    const main = Buffer.from(WordDocument);
    main.writeUInt32LE(repeated.length, 422);
    for (let at = 0; at < count; at += 1) {
      repeated.writeUInt32LE((at + 1) * 100_000, 5 + (at + 1) * 4);
      repeated.writeUInt32LE(1024, 5 + (count + 1) * 4 + at * 8 + 2);
    }
    expect((await read(compound({ WordDocument: main, '1Table': repeated }))).reasons).toEqual(['over_bound']);
  });
});
