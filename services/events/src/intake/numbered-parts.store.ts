import { createHash } from 'node:crypto';
import type { Finding } from '@leakwatch/contracts';
import { splitInside } from '@leakwatch/matching';
import { rows, type SqlEntityManager, sql, storableText } from '@leakwatch/platform';
import type { StoredEvent } from '../leak-events/event.entity.ts';
import { TITLED } from './titled-sources.ts';

/** An event in a part of a document, and what it shows. */
export type PartEvent = Pick<
  StoredEvent,
  | 'id'
  | 'organisation_id'
  | 'task_id'
  | 'pattern_kind'
  | 'pattern_text'
  | 'source_type'
  | 'container_key'
  | 'container_url'
  | 'path'
  | 'lines_hash'
> & { readonly text: string };

/**
 * By what a part of a document shows: the index has it, since under row-level security no index serves an expression. The step 0211 computes the
 * same for stored events. null for what is not inside a document.
 */
export function partHash({ source_type: source, container, path, lines_hash: lines, excerpt }: Finding): string | null {
  const stored = splitInside(storableText(path));
  if (stored.inner === '') return null;
  const document = TITLED.has(source) ? '' : stored.path;
  const shown = [source, storableText(container.key), document, lines, storableText(excerpt.text)].join('\n');
  return createHash('md5')
    .update(shown)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Events of the same documents with the same lines and the same text around them, in whatever part; the oldest first. */
export async function eventsWithText(em: SqlEntityManager, findings: readonly Finding[]): Promise<readonly PartEvent[]> {
  if (findings.length === 0) return [];
  return rows(
    em,
    sql<PartEvent>`
      select e.id, e.organisation_id, e.task_id, e.pattern_kind, e.pattern_text, e.source_type, e.container_key, e.container_url, e.path, e.lines_hash,
        e.excerpt ->> 'text' as text
      from (select distinct * from unnest(${findings.map((one) => one.organisation_id)}::uuid[], ${findings.map((one) => one.task_id)}::uuid[],
        ${findings.map(partHash)}::uuid[])) as n (organisation_id, task_id, part_hash)
      join events.event e on e.organisation_id = n.organisation_id and e.task_id = n.task_id and e.part_hash = n.part_hash
      order by e.created, e.id`,
  );
}
