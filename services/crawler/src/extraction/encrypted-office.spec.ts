import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { docx, xlsx, zip } from './documents.fixture.ts';
import {
  agile,
  type AgileOptions,
  encryptedPresentation,
  encryptedWorkbook,
  EXCEL_PASSWORD,
  obfuscation,
  POWERPOINT_PASSWORD,
  rc4Of40Bits,
  rc4OfCryptoApi,
  standard,
  type WorkbookMethod,
} from './encrypted-office.fixture.ts';
import { EXTRACTION_BOUNDS, extractDocument } from './extract-document.ts';
import { biff, compound, excel95, gnumeric, presentationOf, pptRecord, workbookOf, xls } from './old-office.fixture.ts';

const RU = 'пароль: Кот42';
const OWN_PASSWORD = 'Кот42';

async function read(bytes: Uint8Array, bounds: Parameters<typeof extractDocument>[2] = EXTRACTION_BOUNDS) {
  const { parts, unread } = await extractDocument(bytes, 'document', bounds);
  const texts: Record<string, string> = {};
  // A document may have several properties, in any order.
  for (const { path, bytes: content } of parts.toSorted((one, other) => Buffer.compare(one.bytes, other.bytes)))
    texts[path] = (texts[path] ?? '') + Buffer.from(content).toString();
  return { texts, unread };
}
const ENCRYPTED = [{ path: '', reason: 'encrypted' }];

describe('files of other programs', () => {
  test.each([
    ['a workbook of LibreOffice', () => gunzipSync(readFileSync(new URL('./samples/default-password.xls.gz', import.meta.url)))],
    ['a newer workbook, encrypted by msoffcrypto', () => readFileSync(new URL('./samples/default-password.xlsx', import.meta.url))],
  ])('%s', async (_name, make) => {
    const { texts, unread } = await read(make());
    expect(texts['Июнь']).toBe(`Имя\tОклад\n${RU}\t100000\n`);
    expect(unread).toEqual([]);
  });
});

describe('newer office files', () => {
  const OPTIONS: readonly AgileOptions[] = [
    { bits: 128, hash: 'SHA1' },
    { bits: 192, hash: 'SHA-256' },
    { bits: 256, hash: 'SHA384' },
    { bits: 256, hash: 'SHA512', rounds: 100_000 },
    { rounds: 0 },
  ];
  // Of several segments, the last one not full.
  const lines = Array.from({ length: 1_500 }, (_, at) => `${RU} ${(at * 7919) % 100_003} ${(at * 104_729) % 99_991}`);
  test.each(OPTIONS)('agile encryption: %j', async (options) => {
    const content = docx(lines);
    const [plain, encrypted] = [await read(content), await read(agile(content, EXCEL_PASSWORD, options))];
    expect(content.length).toBeGreaterThan(8_192);
    expect(plain.texts['text']).toContain(lines[1_499]);
    expect(encrypted).toEqual(plain);
  });

  test.each([128, 192, 256] as const)('standard encryption, %d bits', async (bits) => {
    const { texts, unread } = await read(standard(xlsx({ Июнь: [['Имя'], [RU]] }), EXCEL_PASSWORD, bits));
    expect(texts['Июнь']).toBe(`Имя\n${RU}\n`);
    expect(unread).toEqual([]);
  });

  test.each([
    ['agile', agile],
    ['standard', standard],
  ])('%s encryption with the password of PowerPoint, and with one of its own', async (_name, make) => {
    expect((await read(make(docx([RU]), POWERPOINT_PASSWORD))).texts['text']).toContain(RU);
    const { texts, unread } = await read(make(docx([RU]), OWN_PASSWORD));
    expect([Object.keys(texts), unread]).toEqual([[''], ENCRYPTED]);
  });

  test('is no level more than the file itself', async () => {
    let document = agile(docx([RU]));
    for (let depth = 1; depth < EXTRACTION_BOUNDS.depth; depth += 1) document = zip({ a: document });
    expect(Object.values((await read(document)).texts).join('')).toContain(RU);
  });

  test('one that is cut', async () => {
    const { unread } = await read(agile(docx(lines)).subarray(0, 4_000));
    expect(unread.length).toBeGreaterThan(0);
  });
});

describe('bounds', () => {
  test('a file that asks for more hashes of a password than the bound', async () => {
    for (const saidRounds of ['4294967295', String(EXTRACTION_BOUNDS.rounds + 1)])
      expect((await read(agile(docx([RU]), EXCEL_PASSWORD, { saidRounds }))).unread).toEqual([{ path: '', reason: 'over_bound' }]);
    for (const saidRounds of ['-1', 'x', '1e999'])
      expect((await read(agile(docx([RU]), EXCEL_PASSWORD, { saidRounds }))).unread).toEqual([{ path: '', reason: 'damaged' }]);
  });

  test('many files of an archive share the bound, and what needs no password is read', async () => {
    const locked = agile(docx([RU]), OWN_PASSWORD, { rounds: 100 });
    const archive = zip({ '1.docx': locked, '2.docx': locked, '3.docx': locked, '4.docx': docx([RU]) });
    const { texts, unread } = await read(archive, { ...EXTRACTION_BOUNDS, rounds: 450 });
    expect(unread).toEqual([
      { path: '1.docx', reason: 'encrypted' },
      { path: '2.docx', reason: 'encrypted' },
      { path: '3.docx', reason: 'over_bound' },
    ]);
    expect(texts['4.docx!/text']).toContain(RU);
  });

  test('a package larger than the bound, of whose files few are read', async () => {
    const picture = Buffer.from(Array.from({ length: 30_000 }, (_, at) => (at * at * 7919) >>> 9));
    const bounds = { ...EXTRACTION_BOUNDS, bytes: 20_000 };
    const large = docx([RU], { 'word/media/x.png': picture });
    expect((await read(large, bounds)).unread).toEqual([]);
    expect((await read(agile(large), bounds)).unread).toEqual([{ path: '', reason: 'over_bound' }]);
  });
});

describe('workbooks of Excel 95 to 2003', () => {
  const METHODS: readonly (readonly [string, WorkbookMethod])[] = [
    ['RC4 of 40 bits', rc4Of40Bits()],
    ['RC4 of CryptoAPI, 128 bits', rc4OfCryptoApi()],
    ['RC4 of CryptoAPI, 40 bits', rc4OfCryptoApi(EXCEL_PASSWORD, 40)],
    ['RC4 of CryptoAPI, 56 bits', rc4OfCryptoApi(EXCEL_PASSWORD, 56)],
    ['obfuscation', obfuscation()],
  ];
  /** They stay as they are, whatever the method. */
  const plainRecords = [0x00e1, 0x0138, 0x0194, 0x0195, 0x0196].map((type) => biff(type, Buffer.from(`record ${type} says ${RU}`)));
  const rows = Array.from({ length: 700 }, (_, at) => [`${RU} ${at}`, String(at)]);
  test.each(
    METHODS.flatMap(([name, method]) =>
      Object.entries({ xls: xls(RU), gnumeric: gnumeric(RU), long: workbookOf({ Июнь: rows, Июль: rows }, 8_000, plainRecords) }).map(
        ([file, plain]) => [name, file, method, plain] as const,
      ),
    ),
  )('%s: %s is read as if it were not encrypted', async (_name, _file, method, plain) => {
    const expected = await read(plain);
    expect(expected.unread).toEqual([]);
    expect(expected.texts['Июнь']).toContain(RU);
    expect(await read(encryptedWorkbook(plain, method))).toEqual(expected);
  });

  test('Excel 95', async () => {
    expect(await read(encryptedWorkbook(excel95(RU), obfuscation(true)))).toEqual(await read(excel95(RU)));
  });

  test.each([
    ['RC4 of 40 bits', rc4Of40Bits(OWN_PASSWORD)],
    ['RC4 of CryptoAPI', rc4OfCryptoApi(OWN_PASSWORD)],
    ['obfuscation', obfuscation(false, 0x9a0b)],
  ])('%s with a password of its own is not read', async (_name, method) => {
    const { texts, unread } = await read(encryptedWorkbook(workbookOf({ Июнь: [[RU]] }), method));
    expect([Object.keys(texts), unread]).toEqual([['Workbook'], ENCRYPTED]);
  });
});

describe('presentations of PowerPoint 97 to 2003', () => {
  const plain = presentationOf(['Первый', RU], 'заменённый', docx(['inner']));

  test.each([POWERPOINT_PASSWORD, EXCEL_PASSWORD])('with the password %s', async (password) => {
    const expected = await read(plain);
    const { texts, unread } = await read(encryptedPresentation(plain, password));
    expect(expected.texts['slide 2']).toContain(RU);
    expect(texts).toMatchObject(Object.fromEntries(Object.entries(expected.texts).filter(([path]) => path !== 'PowerPoint Document')));
    expect(unread).toEqual([]);
  });

  test('with a password of its own', async () => {
    const { texts, unread } = await read(encryptedPresentation(plain, OWN_PASSWORD));
    expect(Object.keys(texts).toSorted()).toEqual(['Current User', 'PowerPoint Document']);
    expect(unread).toEqual(ENCRYPTED);
  });

  test('a save that names itself as the one before ends', async () => {
    const numbers = (...values: readonly number[]) => Buffer.from(Uint32Array.from(values).buffer);
    const endless = (count: number) =>
      compound({
        'PowerPoint Document': Buffer.concat([
          Buffer.alloc(8),
          pptRecord(0, 0, 0x0ff5, numbers(0, 0, 8, 48, 1, 1, 0, 1)),
          pptRecord(0, 0, 0x1772, numbers(1 + count * 2 ** 20), Buffer.alloc(count * 4, 0xff)),
        ]),
        'Current User': pptRecord(0, 0, 0x0ff6, numbers(20, 0xf3d1_c4df, 8, 0)),
      });
    expect((await read(endless(10))).unread).toEqual(ENCRYPTED);
    expect((await read(endless(300))).unread).toEqual([{ path: '', reason: 'over_bound' }]);
  });
});

test('any damage of an encrypted file ends with parts or a reason', async () => {
  const content = docx([RU]);
  const files = [
    agile(content, EXCEL_PASSWORD, { rounds: 10 }),
    standard(content),
    ...[rc4Of40Bits(), rc4OfCryptoApi(), obfuscation()].map((method) => encryptedWorkbook(workbookOf({ A: [[RU]] }), method)),
    encryptedPresentation(presentationOf([RU], 'x')),
    compound({ EncryptionInfo: Buffer.from([4, 0, 4, 0]), EncryptedPackage: Buffer.alloc(0) }),
    compound({ EncryptedPackage: Buffer.alloc(100) }),
  ];
  const place = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...files),
      fc.array(fc.tuple(place, fc.nat(255)), { maxLength: 8 }),
      fc.double({ min: 0.1, max: 1, noNaN: true }),
      async (file, changes, share) => {
        const bytes = Uint8Array.from(file.subarray(0, Math.ceil(file.length * share)));
        for (const [at, value] of changes) bytes[Math.floor(at * bytes.length)] = value;
        const { parts, unread } = await extractDocument(bytes, 'damaged');
        expect(parts.length + unread.length).toBeGreaterThan(0);
      },
    ),
    { numRuns: 200 },
  );
});
