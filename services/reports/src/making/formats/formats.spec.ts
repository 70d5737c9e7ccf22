import { createRequire } from 'node:module';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ReportEvent, reportEvent } from '@leakwatch/contracts';
import type { ReportFormat } from '@leakwatch/vocabulary';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { z } from 'zod';
import { makeReportEvent } from '../workbook/report-event.fixture.ts';
import { openReportFile } from './open-report-file.ts';

const SECRET = 'hunter2';
const HOSTILE = ['=1+1', 'a;=1', '"', '\u0000', '\ud800', '../../etc', 'C:\\keys', 'путь/файл #1?.env', '</script>', '%00', 'a\nb'];

const token = (change: Partial<ReportEvent['tokens'][number]> = {}): ReportEvent['tokens'][number] => ({
  id: '0a7a1f0e-6c1c-5b3f-8f0e-6f3d0f0f5a11',
  name: 'AWS access key',
  detector: 'aws_access_key',
  severity: 'critical',
  count: 1,
  masked: ['AKIA…889'],
  ...change,
});

describe('a report as text', () => {
  let folder: string;
  beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'leakwatch-formats-'))));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const written = async (format: ReportFormat, events: readonly ReportEvent[], locale: 'ru' | 'en' = 'en') => {
    const path = join(folder, `report.${format}`);
    const file = await openReportFile(format, path, locale);
    for (const event of events) file.add(event);
    await file.drained();
    await file.close();
    file.abort();
    expect(statSync(path).mode & 0o777).toBe(0o600);
    return readFileSync(path, 'utf8');
  };

  describe('JSON', () => {
    const read = (text: string) => z.array(z.strictObject(reportEvent.shape)).parse(JSON.parse(text));

    it('is an array of the events, each as the contract describes it and with its text unchanged', async () => {
      const events = HOSTILE.map((content) => makeReportEvent({ content, file_path: content }));
      // A half of a character cannot be written as UTF-8; JSON escapes it.
      expect(read(await written('json', events))).toEqual(events);
    });

    it('is an empty array without events', async () => {
      expect(read(await written('json', []))).toEqual([]);
    });
  });

  describe('CSV', () => {
    const rowsOf = (text: string) =>
      text
        .split('\r\n')
        .filter((line) => line !== '')
        .map((line) => [...line.matchAll(/"((?:[^"]|"")*)"(?:,|$)/g)].map(([, cell = '']) => cell.replaceAll('""', '"')));

    it('has a byte order mark, the columns of the spreadsheet in the language, and a line for each event', async () => {
      const event = makeReportEvent({ tokens: [token()] });
      const text = await written('csv', [event], 'ru');
      expect(text.startsWith('\ufeff"ID","Статус"')).toBe(true);
      const [head = [], row = []] = rowsOf(text.slice(1));
      const cells = Object.fromEntries(head.map((name, at) => [name, row[at]]));
      expect(cells).toMatchObject({ Статус: 'Открыто', Строка: '3', 'Создано (UTC)': event.created, Серьёзность: 'Высокая' });
      expect(cells['Что утекло']).toMatch(/AKIA…889$/);
      expect(row).toHaveLength(head.length);
    });

    it('says which events are from the archive', async () => {
      const events = [makeReportEvent({ from_archive: true }), makeReportEvent()];
      const [head = [], ...lines] = rowsOf((await written('csv', events, 'ru')).slice(1));
      expect(lines.map((line) => line[head.indexOf('Из архива')])).toEqual(['да', '']);
    });

    it('holds no formula', async () => {
      const events = HOSTILE.map((text) => makeReportEvent({ content: text, file_path: text, username: text, repo_name: text }));
      const rows = rowsOf((await written('csv', events)).slice(1));
      expect(rows).toHaveLength(events.length + 1);
      for (const row of rows) for (const cell of row) expect(cell).not.toMatch(/(^|[;\t\n])["\s]*[=+\-@]/);
    });
  });

  describe('SARIF', () => {
    const schemaPath = createRequire(import.meta.url).resolve('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json');
    // The validator knows later drafts; the schema uses nothing that changed since, apart from these two.
    const { $schema: _draft, id: _id, ...schema } = z.looseObject({}).parse(JSON.parse(readFileSync(schemaPath, 'utf8')));
    const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
    addFormats.default(ajv);
    const validate = ajv.compile(schema);
    const result = z.looseObject({
      ruleId: z.string(),
      ruleIndex: z.number(),
      level: z.string(),
      message: z.object({ text: z.string() }),
      locations: z.array(z.unknown()).optional(),
      partialFingerprints: z.record(z.string(), z.string()),
      suppressions: z.array(z.looseObject({ justification: z.string() })).optional(),
    });
    const log = z.object({
      version: z.literal('2.1.0'),
      runs: z.tuple([
        z.looseObject({
          results: z.array(result),
          tool: z.object({
            driver: z.looseObject({ rules: z.array(z.looseObject({ id: z.string(), shortDescription: z.object({ text: z.string() }) })) }),
          }),
        }),
      ]),
    });
    const sarif = async (events: readonly ReportEvent[]) => {
      const text = await written('sarif', events);
      const parsed: unknown = JSON.parse(text);
      validate(parsed);
      expect(validate.errors ?? []).toEqual([]);
      const [run] = log.parse(parsed).runs;
      return { text, results: run.results, rules: run.tool.driver.rules };
    };

    it('names the rule, the place, the level and the fingerprints of each event', async () => {
      const found = makeReportEvent({ tokens: [token(), token({ detector: null, name: 'Own key' })], severity: 'critical' });
      const unknown = makeReportEvent({
        tokens: [],
        severity: null,
        secret_hashes: [],
        content_hash: null,
        status: 'false',
        reason: 'test_data',
      });
      const { results, rules } = await sarif([found, unknown, { ...found, file_path: 'src/a b.env', line: 0 }]);
      expect(results.map(({ ruleId, ruleIndex, level }) => [rules[ruleIndex]?.id === ruleId, level])).toEqual([
        [true, 'error'],
        [true, 'warning'],
        [true, 'error'],
      ]);
      expect(rules).toHaveLength(2);
      expect(results[0]).toMatchObject({
        guid: found.id,
        ruleId: 'aws_access_key',
        message: { text: 'AWS access key AKIA…889 in romashka/infra: vpn.conf' },
        locations: [{ physicalLocation: { artifactLocation: { uri: 'vpn.conf' }, region: { startLine: 3 } } }],
        hostedViewerUri: found.file_url,
        properties: { from_archive: false },
      });
      expect(results[2]?.locations).toMatchObject([{ physicalLocation: { artifactLocation: { uri: 'src/a%20b.env' } } }]);
      expect(results[0]?.partialFingerprints['secretHash/v1']).toBe(results[2]?.partialFingerprints['secretHash/v1']);
      expect(results[0]?.partialFingerprints['contentHash/v1']).toBe('c0ffee');
      expect(Object.keys(results[1]?.partialFingerprints ?? {})).toEqual(['leakwatchEvent/v1']);
      expect(results[1]?.suppressions?.[0]?.justification).toBe('False positive: Test data');
      expect(results[0]?.suppressions).toBeUndefined();
    });

    it('has no place for an argument and no link in a message, whatever expressions and names of files say', async () => {
      const expression = String.raw`[A-Z](\d{8}|{0})`;
      const path = 'app/[lang](https://evil.example/)/page.tsx';
      const found = makeReportEvent({ pattern: expression, tokens: [], file_path: path });
      const { results, rules } = await sarif([found, makeReportEvent({ tokens: [token({ detector: null, name: '[key](1) {1}' })] })]);
      const texts = [...results.map(({ message }) => message.text), ...rules.map(({ shortDescription }) => shortDescription.text)];
      for (const text of texts) expect(text.replaceAll(/\{\{|\}\}/g, '')).not.toMatch(/[{}]|\]\(/);
      expect(texts[0]?.replaceAll('\u200b', '').replaceAll(/([{}])\1/g, '$1')).toBe(
        `Matches the pattern: ${expression} in romashka/infra: ${path}`,
      );
      expect(results[0]?.properties).toMatchObject({ pattern: expression });
    });

    it('holds nothing that the console masks', async () => {
      const { text } = await sarif([makeReportEvent({ content: `password = ${SECRET}` })]);
      expect(text).not.toContain(SECRET);
    });

    it('is valid without events, and whatever the texts', async () => {
      await sarif([]);
      const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...HOSTILE, '', 'javascript:alert(1)', 'https://a.example/x y'));
      const event = fc.record({ file_path: text, file_url: text, repo_name: text, pattern: text, line: fc.integer({ min: -1, max: 9 }) });
      await fc.assert(
        fc.asyncProperty(fc.array(event, { maxLength: 5 }), async (changes) => {
          const { results } = await sarif(
            changes.map((change) => makeReportEvent({ ...change, tokens: change.line > 4 ? [token()] : [] })),
          );
          expect(results).toHaveLength(changes.length);
        }),
        { numRuns: 50 },
      );
    });
  });
});
