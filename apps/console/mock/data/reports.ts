import type { ReportRow } from '@leakwatch/contracts';
import { REPORT_ENDINGS, type ReportFormat } from '@leakwatch/vocabulary';
import { minutesAgo, mockId } from '../ids.ts';
import { ORGANISATION } from './tasks.ts';

/** Of the newest reports; older ones are spreadsheets. */
const FORMATS: readonly ReportFormat[] = ['xls', 'json', 'xls', 'sarif', 'csv'];
const DAY_MINUTES = 1_440;

/** A report in each state, newest first, and older ones that are ready. */
export const makeReports = (count: number): ReportRow[] =>
  Array.from({ length: count }, (_, at): ReportRow => {
    const status = (['enqueued', 'processing', 'ready', 'deleted', 'deleted'] as const)[at] ?? 'ready';
    const format = FORMATS[at] ?? 'xls';
    return {
      id: mockId(30, at + 1),
      created: minutesAgo(at * 95 + 1),
      reporter: at % 3 === 1 ? 'kovalenko' : 'irina',
      company: { id: ORGANISATION.id, name: ORGANISATION.name },
      report_format: format,
      report_status: status,
      report_filename: `leakwatch-events-2026-11-${String(21 - (at % 20)).padStart(2, '0')}-190742.${REPORT_ENDINGS[format]}`,
      filters: {
        status: at % 2 === 0 ? ['open'] : ['closed'],
        task: at === 1 ? mockId(2, 1) : undefined,
        source_type: at === 2 ? ['git_repo', 'telegram'] : undefined,
        pattern: at === 2 ? ['vpn', 'token'] : undefined,
      },
      stored_until: status === 'ready' ? minutesAgo((at - 30) * DAY_MINUTES) : null,
      rows_written: status === 'enqueued' ? 0 : status === 'processing' ? 12_500 : 48_211 - at,
      rows_total: status === 'enqueued' ? null : status === 'processing' ? 48_211 : 48_211 - at,
      fault: at === 4 ? 'report_failed' : null,
    };
  });
