import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MAX_CELL } from '@leakwatch/platform';
import excel from 'exceljs';
import { openEvidence } from './evidence.fixture.ts';

const HOSTILE = '=HYPERLINK("http://evil.example/","x")';

describe('downloads of kept content', () => {
  let evidence: Awaited<ReturnType<typeof openEvidence>>;
  beforeAll(async () => {
    evidence = await openEvidence();
  });
  afterAll(() => evidence.close());

  const leaked = async (bytes: Buffer, path: string, original?: Buffer) => {
    const { of, user } = await evidence.owner();
    await evidence.leak(of, bytes, [{ path, byte_ranges: [{ start: 0, end: 1 }] }], original);
    const id = (await evidence.list(user)).results[0]?.id ?? '';
    return {
      id,
      download: (route: string, locale: 'ru' | 'en' = 'en') => evidence.get({ ...user, locale }, `/api/events/${id}/${route}/`),
    };
  };
  const open = async (file: Buffer) => {
    const book = new excel.Workbook();
    await book.xlsx.load(file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength) as ArrayBuffer);
    return book.worksheets;
  };

  it('give a spreadsheet with the facts and the whole text, in the language of the caller, and no formula', async () => {
    const text = `${HOSTILE}\n${'длинный текст 🔑\n'.repeat(9_000)}end`;
    const { id, download } = await leaked(Buffer.from(text), HOSTILE);
    const answer = await download('download_event_backup', 'ru');
    expect(answer.headers).toMatchObject({
      'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'content-disposition': `attachment; filename="leakwatch-event-${id.slice(0, 8)}.xlsx"; filename*=UTF-8''leakwatch-event-${id.slice(0, 8)}.xlsx`,
    });
    const [facts, content] = await open(answer.rawPayload);
    expect([facts?.name, content?.name]).toEqual(['Событие', 'Полный текст']);
    const cells: excel.Cell[] = [];
    for (const sheet of [facts, content]) sheet?.eachRow((row) => row.eachCell((cell) => void cells.push(cell)));
    expect(cells.filter((cell) => cell.type === excel.ValueType.Formula || /^[=+\-@\t\r]/.test(String(cell.value)))).toEqual([]);
    expect(cells.some(({ value }) => value === `'${HOSTILE}`)).toBe(true);
    const parts: string[] = [];
    content?.eachRow((row, number) => {
      if (number > 1) parts.push(String(row.getCell(2).value));
    });
    expect(parts.length).toBeGreaterThan(3);
    expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(MAX_CELL);
    expect(parts.join('').slice(1)).toBe(text);
  });

  it('give the original bytes under a name that is safe, as bytes that no browser shows', async () => {
    const bytes = Buffer.from([0xff, 0x00, ...Buffer.from('<script>')]);
    const { download } = await leaked(bytes, '../../etc/"evil"\r\nx: y;.html');
    const answer = await download('download_event_original');
    expect(answer.rawPayload.equals(bytes)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-length': String(bytes.length),
      'content-disposition': `attachment; filename="_evil___x_ y;.html"; filename*=UTF-8''_evil___x_%20y%3B.html`,
    });
  });

  it('give the file in which the document was found, where it was kept', async () => {
    const [inner, outer] = [Buffer.from('text of a page'), Buffer.from('%PDF-1.7 bytes')];
    const { id, download } = await leaked(inner, 'отчёт.pdf!/page 3', outer);
    const answer = await download('download_event_original');
    expect(answer.rawPayload.equals(outer)).toBe(true);
    expect(answer.headers['content-disposition']).toContain(`filename*=UTF-8''${encodeURIComponent('отчёт.pdf')}`);
    expect(id).not.toBe('');
  });

  it('give the document alone under a name of its own, where the file around it was not kept', async () => {
    const { download } = await leaked(Buffer.from('text of a page'), 'report.pdf!/page 3');
    const answer = await download('download_event_original');
    expect(answer.headers['content-disposition']).toContain('filename="page 3.txt"');
  });
});
