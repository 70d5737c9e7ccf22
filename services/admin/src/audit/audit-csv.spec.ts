import type { AuditRecord } from '@leakwatch/contracts';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { auditLine, CSV_HEAD } from './audit-csv.ts';

const record = (change: Partial<AuditRecord> = {}): AuditRecord => ({
  id: '7',
  created: '2026-11-20T10:00:00.000Z',
  kind: 'tariff_changed',
  account: null,
  actor: { id: '00000000-0000-4000-8000-000000000001', email: 'vera@romashka.example' },
  organisation: null,
  ip_address: '203.0.113.9',
  user_agent: 'Firefox, "the" browser',
  detail: { tariff: 'x' },
  changes: [{ field: 'name', before: null, after: 'Pilot' }],
  ...change,
});

/** Reads a line of RFC 4180 whose cells are all quoted. */
const cellsOf = (line: string): string[] =>
  [...line.matchAll(/"((?:[^"]|"")*)"(?:,|\r\n$)/g)].map(([, cell = '']) => cell.replaceAll('""', '"'));

describe('a line of the export', () => {
  test('has a cell for each column', () => {
    const cells = cellsOf(auditLine(record()));
    expect(cells).toHaveLength(CSV_HEAD.split(',').length);
    expect(cells.slice(0, 5)).toEqual(['2026-11-20T10:00:00.000Z', 'tariff_changed', '', '', 'vera@romashka.example']);
    expect(cells.slice(-3)).toEqual(['Firefox, "the" browser', 'tariff: x', 'name: – → Pilot']);
  });

  test('never begins a formula and never breaks out of its cell, whatever the texts', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('=1+1', '@x', '-1', '+1', '\t=1', '",=1', '"\r\n=1', '＝1'));
    fc.assert(
      fc.property(text, text, text, (agent, name, value) => {
        const line = auditLine(record({ user_agent: agent, organisation: { id: 'o', name }, detail: { [value]: value } }));
        const cells = cellsOf(line);
        expect(cells).toHaveLength(CSV_HEAD.split(',').length);
        for (const cell of cells) expect(cell).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/);
      }),
    );
  });
});
