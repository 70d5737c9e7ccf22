import { constants, gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { lz4, rar, rar4, sevenzip } from './archives.fixture.ts';
import { compressed, docx, mail, msg, notebook, pdf, sqlite, tar, xlsx, zip, zstd, textsOf } from './documents.fixture.ts';
import { EXTRACTION_BOUNDS, extractDocument } from './extract-document.ts';
import { compound, doc, excel95, macroStream, ppt, xls } from './old-office.fixture.ts';

const LEAK = 'db.corp.example';
const RU = 'пароль: Кот42';

const unreadOf = async (bytes: Uint8Array) => (await extractDocument(bytes, 'document')).unread;

describe('what cannot be read is counted and matched as it is', () => {
  test.each<[string, () => Uint8Array, string]>([
    ['an encrypted zip', () => zip({ 'a.txt': 'text that is long enough' }, '-P', 'secret'), 'encrypted'],
    ['a zip that is cut before its first file', () => zip({ 'a.txt': RU.repeat(100) }).subarray(0, 20), 'damaged'],
    ['a gzip that is cut before its content', () => compressed('gzip', RU).subarray(0, 14), 'damaged'],
    ['a cut bzip2', () => compressed('bzip2', RU.repeat(100)).subarray(0, 40), 'damaged'],
    ['an xz that is cut before its content', () => compressed('xz', RU).subarray(0, 26), 'damaged'],
    ['a PDF that is none', () => Buffer.from('%PDF-1.7\nnothing'), 'damaged'],
    ['an encrypted 7z', () => sevenzip('encrypted'), 'encrypted'],
    ['a 7z that hides its names', () => sevenzip('hidden'), 'encrypted'],
    ['a cut 7z', () => sevenzip('plain').subarray(0, 100), 'damaged'],
    ['an xz with a dictionary of 1 GiB', () => compressed('xz', RU, '--lzma2=dict=1GiB'), 'over_bound'],
    ['a cut lz4', () => lz4(RU).subarray(0, 6), 'damaged'],
    ['a cut rar', () => rar({ 'a.txt': RU }).subarray(0, 20), 'damaged'],
    ['a rar that is none', () => Buffer.from('Rar!\u001a\u0007\u0000xxxx', 'latin1'), 'damaged'],
    ['a cut zstd', () => zstd(RU.repeat(100)).subarray(0, 20), 'damaged'],
    ['a notebook that is none', () => Buffer.from('{"nbformat": 4,'), 'damaged'],
    ['a database that is none', () => Buffer.from('SQLite format 3\0 and then nothing'), 'damaged'],
    ['a message of Outlook that is none', () => msg('x').subarray(0, 600), 'damaged'],
    ['the first bytes of an old Word document', () => Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'damaged'],
  ])('%s', async (_name, make, reason) => {
    const bytes = make();
    const { parts, unread } = await extractDocument(bytes, 'document');
    expect(unread.map((one) => one.reason)).toEqual([reason]);
    // An entry that needs a password is known by its name; anything else is matched as it is.
    expect(parts).toEqual(unread[0]?.path === '' ? [{ path: '', bytes }] : []);
  });

  /** Longer than the largest block of any of the formats. */
  const LONG = Array.from({ length: 200_000 }, (_, at) => `line ${at} ${(at * 7_919) % 10_007}\n`).join('');
  const middleOf = (bytes: Uint8Array) => Math.floor(bytes.length / 2);
  const firstHalf = (bytes: Uint8Array) => bytes.subarray(0, middleOf(bytes));
  const spoiled = (bytes: Uint8Array) => Buffer.from(bytes).fill(0xff, middleOf(bytes), middleOf(bytes) + 4_096);

  /** A zip, and zeros behind the header of its first file, which the directory does not know of. */
  const behindZeros = (bytes: Uint8Array) => Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(40), bytes]);

  test.each<[string, () => Uint8Array, string]>([
    ['a cut gzip', () => firstHalf(compressed('gzip', LEAK + LONG)), 'a.sql'],
    ['a cut bzip2', () => firstHalf(compressed('bzip2', LEAK + LONG)), 'a.sql'],
    ['a cut xz', () => firstHalf(compressed('xz', LEAK + LONG)), 'a.sql'],
    ['a cut zstd', () => firstHalf(zstd(LEAK + LONG)), 'a.sql'],
    ['a cut lz4', () => firstHalf(lz4(LEAK + LONG)), 'a.sql'],
    ['a spoiled gzip', () => spoiled(compressed('gzip', LEAK + LONG)), 'a.sql'],
    ['a spoiled bzip2', () => spoiled(compressed('bzip2', LEAK + LONG)), 'a.sql'],
    ['a spoiled xz', () => spoiled(compressed('xz', LEAK + LONG)), 'a.sql'],
    ['a spoiled zstd', () => spoiled(zstd(LEAK + LONG)), 'a.sql'],
    ['a cut tar.gz', () => firstHalf(compressed('gzip', tar({ 'a.txt': RU, 'b.txt': LEAK + LONG }))), 'a.sql!/b.txt'],
    ['a cut tar', () => firstHalf(tar({ 'a.txt': RU, 'b.txt': LEAK + LONG })), 'b.txt'],
    ['a cut zip', () => firstHalf(zip({ 'a.txt': RU, 'b.txt': LEAK + LONG })), 'b.txt'],
    ['a cut zip in a tar', () => tar({ 'a.zip': firstHalf(zip({ 'b.txt': LEAK + LONG })) }), 'a.zip!/b.txt'],
    ['a zip without its directory', () => zip({ 'b.txt': LEAK }).subarray(0, -60), 'b.txt'],
    ['a zip whose directory names other places', () => behindZeros(zip({ 'b.txt': LEAK })), 'b.txt'],
    ['a spoiled file of a zip', () => spoiled(zip({ 'b.txt': LEAK + LONG })), 'b.txt'],
  ])('%s: its beginning is matched', async (_name, make, path) => {
    const { texts, unread } = await textsOf(make(), 'a.sql.gz');
    expect(texts[path]?.startsWith(LEAK)).toBe(true);
    expect(new Set(unread.map(({ reason }) => reason))).toEqual(new Set(['damaged']));
  });

  test('wherever a gzip is cut, all that its bytes say is matched', async () => {
    const whole = gzipSync(Array.from({ length: 400 }, (_, at) => `${at} ${(at * 7_919) % 10_007}\n`).join(''));
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 30, max: whole.length - 1 }), async (length) => {
        const { texts, unread } = await textsOf(whole.subarray(0, length), 'a.sql.gz');
        const { Z_SYNC_FLUSH } = constants;
        expect(texts['a.sql'] ?? '').toBe(gunzipSync(whole.subarray(0, length), { finishFlush: Z_SYNC_FLUSH }).toString());
        expect(unread).toEqual([{ path: '', reason: 'damaged' }]);
      }),
    );
  });

  test('wherever a zip is cut, whatever files it had, what is left of them is matched', async () => {
    const files: Readonly<Record<string, string>> = {
      'a.txt': RU.repeat(50),
      'b.txt': `${LEAK} ${'x'.repeat(5)}`,
      'in/c.txt': LONG.slice(0, 3_000),
    };
    const whole = zip(files);
    const startOf = (name: string) => Buffer.from(whole).indexOf(name);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 30, max: whole.length - 23 }), async (length) => {
        const { texts, unread } = await textsOf(whole.subarray(0, length));
        const { '': itself, ...found } = texts;
        // A letter may be cut.
        for (const [name, text] of Object.entries(found)) expect(files[name]?.startsWith(text.replace(/\ufffd$/, ''))).toBe(true);
        // A file that is followed by another one is whole.
        const names = Object.keys(files).filter((name) => startOf(name) < length - name.length);
        for (const name of names.slice(0, -1)) expect(found[name]).toBe(files[name]);
        expect(unread.map(({ reason }) => reason)).toContain('damaged');
        expect(itself === undefined || Object.keys(found).length === 0).toBe(true);
      }),
    );
  });

  test('of a cut office file, the parts that are there', async () => {
    const whole = docx([LEAK, ...Array.from({ length: 3_000 }, (_, at) => `line ${at} ${(at * 7_919) % 10_007}`)]);
    const { texts, unread } = await textsOf(whole.subarray(0, -200));
    expect(texts['text']?.startsWith(LEAK)).toBe(true);
    expect(unread).toEqual([{ path: '', reason: 'damaged' }]);
  });

  test.each([RU, Array.from({ length: 2_000 }, (_, at) => `${at} ${RU}\n`).join('')])(
    'what follows a gzip or a zip leaves all of it readable',
    async (whole) => {
      const behind = Buffer.from(`\n${LEAK}\n`);
      const packed = await textsOf(Buffer.concat([compressed('gzip', whole), behind]), 'a.sql.gz');
      expect(packed.texts['a.sql']).toBe(whole);
      expect(packed.texts['rest']).toContain(LEAK);
      expect(packed.unread).toEqual([{ path: '', reason: 'damaged' }]);
      const { texts, unread } = await textsOf(Buffer.concat([zip({ 'a.txt': whole }), behind]));
      expect([texts, unread]).toEqual([{ 'a.txt': whole, rest: behind.toString() }, []]);
    },
  );

  test('a damaged file of an archive leaves the others readable', async () => {
    const archive = Buffer.from(zip({ 'a.txt': RU, 'b.txt': LEAK }, '-0'));
    archive.writeUInt8(0, archive.indexOf(RU));
    const { texts } = await textsOf(archive);
    expect(texts['b.txt']).toBe(LEAK);
  });

  test.each<[string, () => Uint8Array]>([
    ['a gzip of zeros', () => compressed('gzip', Buffer.alloc(EXTRACTION_BOUNDS.bytes + 1))],
    ['a bzip2 of zeros', () => compressed('bzip2', Buffer.alloc(EXTRACTION_BOUNDS.bytes + 1))],
    ['an lz4 of zeros', () => lz4(Buffer.alloc(EXTRACTION_BOUNDS.bytes + 1))],
    ['a zstd of zeros', () => zstd(Buffer.alloc(EXTRACTION_BOUNDS.bytes + 1))],
    [
      'rows that a database makes by itself',
      () => sqlite('CREATE TABLE t (a INTEGER, b TEXT AS (hex(zeroblob(1000000 * a)))); INSERT INTO t (a) VALUES (30), (31)'),
    ],
    ['a zip of zeros', () => zip({ zeros: Buffer.alloc(EXTRACTION_BOUNDS.bytes + 1) })],
    ['many files of zeros', () => zip(Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`f${at}`, Buffer.alloc(1024 * 1024)])))],
  ])('%s ends at the bound', async (_name, make) => {
    const { unread } = await textsOf(make());
    expect(unread.map(({ reason }) => reason)).toEqual(['over_bound']);
  });

  test.each<[string, () => string]>([
    ['parts', () => Array.from({ length: 25 }, (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`).join('')],
    ['headers', () => `X-Long: ${'a'.repeat(3 * 1024 * 1024)}\r\n`],
  ])('a mail with too many %s is over the bound and matched as it is', async (_, head) => {
    const bytes = Buffer.from(`From: a@b.example\r\nMIME-Version: 1.0\r\n${head()}\r\n${LEAK}`);
    const { parts, unread } = await extractDocument(bytes, 'mail.eml');
    expect({ parts, unread }).toEqual({ parts: [{ path: '', bytes }], unread: [{ path: '', reason: 'over_bound' }] });
  });

  test('a document unpacks to a bounded multiple of its size, and to some megabytes in any case', async () => {
    const sizes = async (document: Uint8Array) => {
      const { parts, unread } = await extractDocument(document, 'x');
      return { read: parts.reduce((sum, { bytes }) => sum + bytes.length, 0), reasons: unread.map(({ reason }) => reason) };
    };
    const zeros = (megabytes: number) => Buffer.alloc(megabytes * 1024 * 1024);
    expect(await sizes(compressed('bzip2', zeros(7)))).toEqual({ read: zeros(7).length, reasons: [] });
    expect((await sizes(compressed('bzip2', zeros(20)))).reasons).toEqual(['over_bound']);
    // Nothing that Deflate packs once is beyond the ratio.
    expect(await sizes(gzipSync(zeros(40)))).toEqual({ read: zeros(40).length, reasons: [] });
  });

  test('archives within archives end at the bound', async () => {
    let archive = zip({ 'leak.txt': LEAK });
    for (let depth = 1; depth < EXTRACTION_BOUNDS.depth; depth += 1) archive = zip({ 'inner.zip': archive });
    expect(Object.values((await textsOf(archive)).texts)).toEqual([LEAK]);
    const { parts, unread } = await extractDocument(zip({ 'inner.zip': archive }), 'document');
    expect(unread).toMatchObject([{ reason: 'over_bound' }]);
    // What is too deep is matched as it is.
    expect(parts.map(({ path }) => path)).toEqual(unread.map(({ path }) => path));
  });

  const inArchives = (count: number, name: string, document: Uint8Array): Uint8Array =>
    Array.from({ length: count }).reduce<Uint8Array>((inner, _, at) => zip({ [at === 0 ? name : 'a.zip']: inner }), document);

  test('the macros of an office file are as deep as the file', async () => {
    const docm = docx([LEAK], {
      'word/vbaProject.bin': compound({ 'VBA/ThisDocument': macroStream(Buffer.from('Password = 1')) }),
      'word/embeddings/book.xlsx': xlsx({ A: [['inner']] }),
    });
    const { texts, unread } = await textsOf(inArchives(EXTRACTION_BOUNDS.depth - 1, 'a.docm', docm));
    const inside = (path: string) => Object.entries(texts).find(([at]) => at.endsWith(path))?.[1];
    expect(inside('a.docm!/text')).toContain(LEAK);
    expect(inside('a.docm!/word/vbaProject.bin!/VBA/ThisDocument')).toContain('Password = 1');
    // A file within the file is a level deeper.
    expect(unread.map(({ path, reason }) => [path.split('!/').at(-1), reason])).toEqual([['word/embeddings/book.xlsx', 'over_bound']]);
  });

  test('what only has the name of macros gets no deeper', async () => {
    let nested = docx([LEAK]);
    for (let depth = 0; depth < EXTRACTION_BOUNDS.depth; depth += 1) nested = docx([String(depth)], { 'word/vbaProject.bin': nested });
    const { texts, unread } = await textsOf(nested);
    expect(Object.values(texts).some((text) => text.includes(LEAK))).toBe(false);
    expect(unread.map(({ reason }) => reason)).toEqual(['over_bound']);
  });

  test('more parts than the bound', async () => {
    const archive = zip({ a: '1', b: '2', c: '3' });
    const { texts, unread } = await textsOf(archive, 'x.zip', { ...EXTRACTION_BOUNDS, parts: 2 });
    expect([Object.keys(texts), unread]).toEqual([['a', 'b'], [{ path: '', reason: 'over_bound' }]]);
  });

  test('pages in a database leave room for its other rows', async () => {
    const pages = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${EXTRACTION_BOUNDS.parts + 100})`;
    const made = sqlite(`CREATE TABLE t (a); INSERT INTO t ${pages} SELECT '<p>' || i FROM n; INSERT INTO t VALUES ('${LEAK}')`);
    const { texts, unread } = await textsOf(made);
    expect(unread).toEqual([]);
    expect(texts['t, row 1, a']).toBe('<p>1');
    expect(texts['t']).toContain(`<p>${EXTRACTION_BOUNDS.parts + 100}\n${LEAK}`);
  });

  test('entities of XML are not replaced, and a deep document ends', async () => {
    const bomb = `<!DOCTYPE x [<!ENTITY a "${'A'.repeat(100)}"><!ENTITY b "${'&a;'.repeat(100)}">]><w:document xmlns:w="w"><w:p><w:t>&b;&b;${LEAK}</w:t></w:p></w:document>`;
    const { texts } = await textsOf(docx([], { 'word/document.xml': bomb }));
    expect(texts['text']?.length).toBeLessThan(200);
    expect(texts['text']).toContain(LEAK);
    const deep = docx([], { 'word/document.xml': '<w:p xmlns:w="w">'.repeat(5_000) });
    expect(await unreadOf(deep)).toMatchObject([{ reason: 'damaged' }]);
  });

  test('any damage of any document ends with parts or a reason', async () => {
    const documents = [
      zip({ 'a/b.txt': RU, 'c.gz': compressed('gzip', LEAK) }),
      docx([RU, LEAK]),
      xlsx({ One: [[RU], [LEAK]] }),
      pdf([LEAK]),
      sevenzip('plain'),
      rar({ 'a.txt': RU }),
      rar4({ 'a.txt': RU }),
      lz4(RU),
      zstd(RU),
      notebook(LEAK, RU),
      sqlite(`CREATE TABLE t (a); INSERT INTO t VALUES ('${LEAK}')`),
      msg(RU, { name: 'a.zip', content: zip({ x: LEAK }) }),
      doc(RU),
      xls(RU),
      excel95(RU),
      ppt(RU),
      tar({ 'a.txt': RU }),
      mail(RU, { name: 'a.zip', content: zip({ x: LEAK }) }),
      Buffer.from(`{\\rtf1 ${LEAK}\\par}`),
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...documents),
        fc.array(fc.tuple(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), fc.nat(255)), { maxLength: 8 }),
        fc.double({ min: 0.1, max: 1, noNaN: true }),
        async (document, changes, share) => {
          const bytes = Uint8Array.from(document.subarray(0, Math.ceil(document.length * share)));
          for (const [at, value] of changes) bytes[Math.floor(at * bytes.length)] = value;
          const { parts, unread } = await extractDocument(bytes, 'document');
          expect(parts.length + unread.length).toBeGreaterThan(0);
        },
      ),
      { numRuns: 300 },
    );
  });
});
