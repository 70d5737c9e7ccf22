import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { csvLine } from './csv.ts';

const mark = (cut: number) => ` [${cut} more]`;

/** The cells of a line as a program with that separator reads them: quotes count at the beginning of a cell only. */
function cellsOf(line: string, separator: string): string[] {
  const cells: string[] = [];
  for (let at = 0; at < line.length; ) {
    let cell = '';
    if (line[at] === '"') {
      const quoted = /"((?:[^"]|"")*)("|$)/y;
      quoted.lastIndex = at;
      cell = (quoted.exec(line)?.[1] ?? '').replaceAll('""', '"');
      at = quoted.lastIndex;
    }
    for (; at < line.length && line[at] !== separator && line[at] !== '\n' && line[at] !== '\r'; at += 1) cell += line[at];
    cells.push(cell);
    at += line.startsWith('\r\n', at) ? 2 : 1;
  }
  return cells;
}

describe('a line of CSV', () => {
  it('holds every text, quotes and ends of lines among them', () => {
    expect(csvLine(['a', 'b "c"', 'd\r\ne', ''], mark)).toBe(['"a"', '"b ""c"""', '"d\ne"', '""\r\n'].join(','));
  });

  it('does not escape what is an escape in .xlsx alone', () => {
    expect(csvLine(['a_x0041_b'], mark)).toBe('"a_x0041_b"\r\n');
  });

  it.each(['=1+1', 'a;=1+1', 'a\n=1+1', 'a\t@x', 'a; "=1', 'x\n  -1', "a;=cmd|' /C calc'!A0;b"])('never begins a formula: %j', (text) => {
    for (const separator of [',', ';', '\t'])
      for (const cell of cellsOf(csvLine(['id', text, 'z'], mark), separator)) expect(cell.trimStart()).not.toMatch(/^[=+\-@]/);
  });

  it('never begins a formula, whatever the texts and the separator', () => {
    const unit = fc.constantFrom('=', '+', '@', '-', ';', ',', '\t', '"', '\n', '\r', ' ', 'a', "'");
    const texts = fc.array(fc.string({ unit, maxLength: 12 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(texts, fc.constantFrom(',', ';', '\t'), (cells, separator) => {
        for (const cell of cellsOf(csvLine(['id', ...cells], mark), separator)) expect(cell).not.toMatch(/^[=+\-@＝＋－＠]/);
      }),
      { numRuns: 2000 },
    );
  });
});
