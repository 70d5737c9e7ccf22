import { readFileSync } from 'node:fs';
import { zstdCompressSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { rar4, rar4Entry, rar4Of, sevenzipWith } from './archives.fixture.ts';
import { rar4Filtered, rar4OfZeros, sevenzipSample } from './bombs.fixture.ts';
import { tar, zip } from './documents.fixture.ts';
import { EXTRACTION_BOUNDS, extractDocument } from './extract-document.ts';
import { rar4Name } from './readers/rar4-name.ts';
import { namesIn } from './readers/sevenzip-header.ts';

const read = async (bytes: Uint8Array) => {
  const { parts, unread } = await extractDocument(bytes, 'document');
  return {
    texts: Object.fromEntries(parts.map((part) => [part.path, Buffer.from(part.bytes).toString()])),
    unread: unread.map(({ path, reason }) => [path, reason]),
  };
};

describe('names in a tar', () => {
  test.each([
    ['UTF-8 in an extended header', tar({ 'Ключи é.txt': 'x' }, '--format=pax'), 'Ключи é.txt'],
    ['UTF-8', tar({ 'Ключи.txt': 'x' }, '--format=ustar'), 'Ключи.txt'],
    ['UTF-8, a long one', tar({ [`${'Ключи'.repeat(20)}.txt`]: 'x' }, '--format=gnu'), `${'Ключи'.repeat(20)}.txt`],
    ['windows-1251', named([0xea, 0xeb, 0xfe, 0xf7, 0xe8]), 'ключи'],
    ['KOI8-R', named([0xcb, 0xcc, 0xc0, 0xde, 0xc9]), 'ключи'],
  ])('in %s', async (_, archive, name) => {
    expect((await read(archive)).texts).toEqual({ [name]: 'x' });
  });
});

/** A tar with a file whose name has these bytes. */
function named(bytes: readonly number[]): Uint8Array {
  const archive = Buffer.from(tar({ ['x'.repeat(bytes.length)]: 'x' }, '--format=ustar'));
  Buffer.from(bytes).copy(archive);
  archive.fill(' ', 148, 156);
  const sum = archive.subarray(0, 512).reduce((total, byte) => total + byte, 0);
  archive.write(`${sum.toString(8).padStart(6, '0')}\0`, 148);
  return archive;
}

describe('7z', () => {
  test.each(['cyrillic', 'cyrillic-open-header'])('names beyond ASCII are as their writer wrote them: %s', async (name) => {
    expect(await read(sevenzipSample(name))).toEqual({
      texts: {
        'пусто.txt': '',
        'ascii.txt': 'ascii\n',
        'кадры/Оклады июнь.txt': 'пароль: db.corp.example\n',
        '😀 ключи.txt': 'emoji\n',
      },
      unread: [],
    });
  });

  test('a list that says that it has four billion streams is left to the library', async () => {
    // A folder of one coder has them, and all have checksums.
    const header = [1, 4, 7, 0x0b, 1, 0, 1, 1, 0, 0x0c, 0, 0, 8, 0x0d, 0xf0, 0xff, 0xff, 0xff, 0xff, 0x0a, 1, 0, 0, 5, 0, 0, 0];
    expect(() => namesIn(Uint8Array.from(header))).toThrow('damaged');
    expect((await read(sevenzipWith(Buffer.from(header)))).unread.map(([path]) => path)).toEqual(['']);
  });

  test('any damage of the list of files ends with parts or a reason', async () => {
    const archive = sevenzipSample('cyrillic-open-header');
    const place = fc.integer({ min: 12, max: archive.length - 1 });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(place, fc.nat(255)), { minLength: 1, maxLength: 6 }), async (changes) => {
        const bytes = Buffer.from(archive);
        for (const [at, value] of changes) bytes.writeUInt8(value, at);
        const { parts, unread } = await extractDocument(bytes, 'document');
        expect(parts.length + unread.length).toBeGreaterThan(0);
      }),
    );
  });
});

describe('zip', () => {
  const sample = (name: string) => readFileSync(new URL(`./samples/${name}.zip`, import.meta.url));

  test.each(['lzma', 'bzip2', 'ppmd', 'xz', 'deflate64'])('%s is read as well as deflate', async (method) => {
    const { texts, unread } = await read(sample(method));
    expect([texts['кадры/Оклады.txt']?.split('\n').slice(-3), unread]).toEqual([['400', 'пароль: db.corp.example', ''], []]);
  });

  test('Deflate64 is read with its longer matches from further away', async () => {
    const numbers = Array.from({ length: 900 }, (_, at) => `${String(at).padStart(40, '0')}\n`).join('');
    const { texts, unread } = await read(sample('deflate64-far'));
    expect([texts['far.txt'] === `${numbers}${numbers}${'x'.repeat(70_000)}\nпароль: db.corp.example\n`, unread]).toEqual([true, []]);
  });

  /** A zip as other programs write it, of a file that is packed by a method. */
  const zipBy = (method: number, packed: Uint8Array): Buffer => {
    const archive = Buffer.from(zip({ 'a.txt': packed }, '-0'));
    archive.writeUInt16LE(method, 8);
    archive.writeUInt16LE(method, archive.indexOf('PK\u0001\u0002') + 10);
    return archive;
  };

  test('names of folders are divided as the system of the archive does', async () => {
    const archive = Buffer.from(zip({ 'hr\\list.txt': 'x' }));
    expect(Object.keys((await read(archive)).texts)).toEqual(['hr\\list.txt']);
    // The system of the program that wrote the entry: 0 is DOS.
    archive[archive.indexOf('PK\u0001\u0002') + 5] = 0;
    expect(Object.keys((await read(archive)).texts)).toEqual(['hr/list.txt']);
  });

  test('zstd is read, of a spoiled file its beginning, and over the bound nothing more', async () => {
    const long = Array.from({ length: 60_000 }, (_, at) => `line ${at} ${(at * 7_919) % 10_007}\n`).join('');
    const packed = zstdCompressSync(long);
    expect(await read(zipBy(93, packed))).toEqual({ texts: { 'a.txt': long }, unread: [] });
    const spoiled = await read(zipBy(93, Buffer.from(packed).fill(0xff, packed.length - 500, packed.length - 400)));
    expect([long.startsWith(spoiled.texts['a.txt'] ?? 'x'), spoiled.unread]).toEqual([true, [['a.txt', 'damaged']]]);
    const zeros = zstdCompressSync(Buffer.alloc(EXTRACTION_BOUNDS.bytes + 1));
    expect((await read(zipBy(93, zeros))).unread).toEqual([['', 'over_bound']]);
  });

  test('Deflate64 of a spoiled file gives its beginning, and over the bound nothing more', async () => {
    const far = sample('deflate64-far');
    const spoiled = await read(Buffer.from(far).fill(0xff, 400, 600));
    expect(spoiled.unread.map(([, reason]) => reason)).toEqual(['damaged']);
    const { parts, unread } = await extractDocument(far, 'a.zip', { ...EXTRACTION_BOUNDS, bytes: 100_000 });
    expect([parts.map(({ path }) => path), unread.map(({ reason }) => reason)]).toEqual([[''], ['over_bound']]);
  });

  test('a file by a method without a reader is listed, and one that is spoiled is damaged', async () => {
    expect((await read(zipBy(97, Buffer.from('wavpack')))).unread).toEqual([['a.txt', 'not_supported']]);
    const spoiled = Buffer.from(sample('ppmd')).fill(0xff, 120, 200);
    expect((await read(spoiled)).unread).toEqual([['кадры/Оклады.txt', 'damaged']]);
  });
});

describe('RAR 4', () => {
  const SOLID = 0x10;
  const PACKED = 0x33;
  const text = (content: string) => Buffer.from(content);

  test('of a solid archive every file is listed, and those that need no other are read', async () => {
    const archive = rar4Of([
      rar4Entry('first.txt', text('one')),
      rar4Entry('second.txt', text('packed'), { flags: SOLID, method: PACKED }),
      rar4Entry('stored.txt', text('two'), { flags: SOLID }),
      rar4Entry('third.txt', text('packed'), { flags: SOLID, method: PACKED }),
      rar4Entry('last.txt', text('three')),
    ]);
    expect(await read(archive)).toEqual({
      texts: { 'first.txt': 'one', 'stored.txt': 'two', 'last.txt': 'three' },
      unread: [
        ['second.txt', 'not_supported'],
        ['third.txt', 'not_supported'],
      ],
    });
  });

  test('a file that a program of its own filters does not hide those behind it', async () => {
    const archive = rar4Of([rar4Entry('a.txt', text('one')), rar4Filtered('filtered.exe'), rar4Entry('b.txt', text('two'))]);
    expect(await read(archive)).toEqual({ texts: { 'a.txt': 'one', 'b.txt': 'two' }, unread: [['filtered.exe', 'not_supported']] });
  });

  test('each file that cannot be read has its own reason', async () => {
    const archive = rar4Of([
      rar4Entry('old.txt', text('packed'), { method: PACKED, version: 20 }),
      rar4Entry('locked.txt', text('locked'), { flags: 0x04 }),
      rar4Entry('spoiled.txt', text('beginning'), { sum: 1 }),
      rar4Entry('broken.txt', text('packed'), { method: PACKED }),
      rar4Entry('volume.txt', text('a piece'), { flags: 0x02 }),
      rar4Entry('last.txt', text('whole')),
    ]);
    expect(await read(archive)).toEqual({
      texts: { 'spoiled.txt': 'beginning', 'volume.txt': 'a piece', 'last.txt': 'whole' },
      unread: [
        ['old.txt', 'not_supported'],
        ['locked.txt', 'encrypted'],
        ['spoiled.txt', 'damaged'],
        ['broken.txt', 'damaged'],
        ['volume.txt', 'damaged'],
      ],
    });
  });

  test('of an archive that is cut, what is there', async () => {
    const archive = rar4({ 'a.txt': 'one', 'b.txt': 'two' });
    const whole = Buffer.from(archive).indexOf('two');
    expect(await read(archive.subarray(0, whole + 2))).toEqual({
      texts: { 'a.txt': 'one', 'b.txt': 'tw' },
      unread: [
        ['b.txt', 'damaged'],
        ['', 'damaged'],
      ],
    });
  });

  test('compressed files are read each for itself', async () => {
    const COPIES = 3;
    const archive = rar4OfZeros(1 + 258 * COPIES);
    const { parts, unread } = await extractDocument(archive, 'document');
    expect([parts.map(({ path, bytes }) => [path, bytes.length]), unread]).toEqual([[['zeros', 1 + 258 * COPIES]], []]);
  });

  test('names: UTF-8, UTF-16 beside another name, and the code page of Russian archivers', async () => {
    const UNICODE = 0x2_00;
    // A letter of the page 4, one with its own page, and six that are taken from the other name.
    const wide = Buffer.from([...Buffer.from('__\\1.txt'), 0, 0x04, 0b01_10_11_00, 0x1a, 0x3b, 0x04, 4]);
    const archive = rar4Of([
      rar4Entry('Оклады.txt', text('a'), { flags: UNICODE }),
      rar4Entry(wide, text('b'), { flags: UNICODE }),
      rar4Entry(Uint8Array.from([0x8f, 0xa0, 0xe0, 0xae, 0xab, 0xec]), text('c')),
    ]);
    expect(Object.keys((await read(archive)).texts)).toEqual(['Оклады.txt', 'Кл/1.txt', 'Пароль']);
  });

  test('any field of a name ends, within its size', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.boolean(), (field, isUnicode) => {
        const name = rar4Name(Buffer.from(field), isUnicode);
        expect(name.length).toBeLessThanOrEqual(field.length * 130);
        expect(Buffer.from(name).toString()).toBe(name);
      }),
    );
  });
});
