import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { attachment, documentFileName, safeFileName } from './file-name.domain.ts';

describe('the name of a download', () => {
  it.each([
    ['config/app.yml', 'app.yml'],
    ['a\\b\\c.txt', 'c.txt'],
    ['backup.zip!/hr/salaries.xlsx!/June', 'backup.zip'],
    ['../..', 'fallback'],
    ['.htaccess', 'htaccess'],
    ['invoice\u202exslx.exe', 'invoice_xslx.exe'],
    ['', 'fallback'],
    ['дата.csv', 'дата.csv'],
  ])('of %j is %j', (path, name) => {
    expect(safeFileName(path, 'fallback')).toBe(name);
  });

  it.each([
    ['config/app.yml', 'app.yml'],
    ['handbook.pdf!/page 3', 'page 3.txt'],
    ['backup.zip!/hr/salaries.xlsx!/June', 'June.txt'],
    ['backup.zip!/shop/.env', 'env'],
  ])('of the document %j alone is %j', (path, name) => {
    expect(documentFileName(path, 'fallback')).toBe(name);
  });

  it('is one header of printable ASCII, which names the file as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (path) => {
        const name = safeFileName(path, 'fallback');
        expect(name).not.toMatch(/[/\\"\r\n\0]/);
        expect([...name].length).toBeLessThanOrEqual(100);
        const header = attachment(name);
        expect(header).toMatch(/^attachment; filename="[\u0020-\u007e]*"; filename\*=UTF-8''[\w.!#$&+^`|~%-]*$/);
        expect(decodeURIComponent(header.split("UTF-8''")[1] ?? '')).toBe(name);
      }),
    );
  });
});
