import type pg from 'pg';
import type { IntakeEvent } from '../src/intake/intake.store.ts';

/** The columns of events.event that an insert gives, with their types, and what of an event goes into each. */
const COLUMNS: readonly (readonly [name: string, type: string, of: (event: IntakeEvent) => unknown])[] = [
  ['id', 'uuid', ({ id }) => id],
  ['organisation_id', 'uuid', ({ finding }) => finding.organisation_id],
  ['task_id', 'uuid', ({ finding }) => finding.task_id],
  ['pattern_kind', 'text', ({ finding }) => finding.pattern.kind],
  ['pattern_text', 'text', ({ finding }) => finding.pattern.text],
  ['source_type', 'text', ({ finding }) => finding.source_type],
  ['container_key', 'text', ({ finding }) => finding.container.key],
  ['container_title', 'text', ({ finding }) => finding.container.title],
  ['container_url', 'text', ({ finding }) => finding.container.url],
  ['owner', 'text', ({ finding }) => finding.container.owner],
  ['path', 'text', ({ finding }) => finding.path],
  ['file_url', 'text', ({ finding }) => finding.file_url],
  ['language', 'text', ({ finding }) => finding.language],
  ['lines_hash', 'text', ({ finding }) => finding.lines_hash],
  ['status', 'text', ({ status }) => status],
  ['line', 'int', ({ finding }) => finding.line],
  ['excerpt', 'jsonb', ({ finding }) => JSON.stringify(finding.excerpt)],
  ['document_version', 'text', ({ finding }) => finding.document.version],
  ['commit', 'jsonb', ({ finding }) => JSON.stringify(finding.commit)],
  ['last_seen', 'timestamptz', ({ finding }) => finding.found_at],
];

const NAMES = COLUMNS.map(([name]) => name).join(', ');
const STATEMENT = `insert into events.event (${NAMES}, filter_keywords)
  select ${NAMES}, '{}' from unnest(${COLUMNS.map(([, type], at) => `$${at + 1}::${type}[]`).join(', ')}) as n (${NAMES})
  on conflict do nothing`;

/** The least that writing these rows into this table can cost: one statement for a batch, as the owner, without row-level security. */
export async function bareInsert(client: pg.Client, events: readonly IntakeEvent[]): Promise<void> {
  await client.query({ name: 'bare-insert', text: STATEMENT, values: COLUMNS.map(([, , of]) => events.map(of)) });
}
