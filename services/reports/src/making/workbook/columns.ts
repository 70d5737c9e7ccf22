import { CLOSE_REASON_NAMES, detectorText, SEVERITY_NAMES, SOURCE_NAMES, STATUS_NAMES } from '@leakwatch/vocabulary';
import type { ReportEvent } from '@leakwatch/contracts';
import { linkOf } from '@leakwatch/platform';
import { WORKBOOK_TEXTS } from './workbook-texts.ts';
import type { ColumnKey } from './column-keys.ts';

/** Text is always from outside and made harmless where it is written. */
export type Cell = string | number | Date | { readonly text: string; readonly link: string } | null;

const dateOf = (at: string | null): Date | null => (at === null ? null : new Date(at));

function linkCell(address: string): Cell {
  const link = linkOf(address);
  return link === null ? address : { text: address, link };
}

/** `AWS access key: AKIA…889`: what leaked, with its masked values. */
function leakedText({ name, detector, masked }: ReportEvent['tokens'][number], locale: 'ru' | 'en'): string {
  const shown = (detector === null ? undefined : detectorText(detector, locale)?.name) ?? name;
  return masked.length === 0 ? shown : `${shown}: ${masked.join(', ')}`;
}

/** An event as its row shows it. */
export function cellsOf(event: ReportEvent, locale: 'ru' | 'en'): Readonly<Record<ColumnKey, Cell>> {
  return {
    id: event.id,
    status: STATUS_NAMES[locale][event.status],
    source: SOURCE_NAMES[locale][event.source_type],
    task: event.task_name,
    pattern: event.pattern,
    filter_keywords: event.filter_keywords.join(', '),
    owner: event.username,
    repository: event.repo_name,
    path: event.file_path,
    link: linkCell(event.file_url),
    line: event.line,
    language: event.file_lang,
    content: event.content,
    created: dateOf(event.created),
    updated: dateOf(event.updated_at),
    last_seen: dateOf(event.last_seen),
    commit: event.commit,
    commit_author: event.commit_author,
    commit_date: dateOf(event.commit_date),
    severity: event.severity === null ? '' : SEVERITY_NAMES[locale][event.severity],
    leaked: event.tokens.map((token) => leakedText(token, locale)).join('\n'),
    assignee: event.assignee,
    due_date: event.due_date,
    reason: event.reason === null ? '' : CLOSE_REASON_NAMES[locale][event.reason],
    from_archive: event.from_archive ? WORKBOOK_TEXTS[locale].yes : '',
  };
}
