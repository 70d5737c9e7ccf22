import type { AnnouncedEvent } from '@leakwatch/contracts';
import type { EventStatus, Severity } from '@leakwatch/vocabulary';
import { type Subject, titleOf } from './subject.ts';

/*
 * OCSF 1.3, class Detection Finding (2004) of the category Findings (2).
 */
const VERSION = '1.3.0';
const CATEGORY = 2;
const CLASS = 2004;
const CREATE = { id: 1, name: 'Create' };
const UPDATE = { id: 2, name: 'Update' };
const CLOSE = { id: 3, name: 'Close' };
const REGULAR_FILE = 1;

const SEVERITY: Readonly<Record<Severity, { readonly id: number; readonly name: string }>> = {
  critical: { id: 5, name: 'Critical' },
  high: { id: 4, name: 'High' },
  medium: { id: 3, name: 'Medium' },
  low: { id: 2, name: 'Low' },
};
const STATUS: Readonly<Record<EventStatus, { readonly id: number; readonly name: string }>> = {
  open: { id: 1, name: 'New' },
  in_progress: { id: 2, name: 'In Progress' },
  false: { id: 3, name: 'Suppressed' },
  blacklist: { id: 3, name: 'Suppressed' },
  auto_filtered: { id: 3, name: 'Suppressed' },
  fixed: { id: 4, name: 'Resolved' },
};
const CLOSED: readonly (EventStatus | null)[] = ['fixed', 'false', 'blacklist'];

const millis = (iso: string): number => Date.parse(iso);

/** The document: its file where the source has paths, and its address. In OCSF 1.3 a file has no address, so that stands beside it. */
function evidencesOf({ file_path: path, file_url: address }: AnnouncedEvent) {
  const evidence = {
    ...(path !== '' && { file: { name: path.split('/').at(-1) ?? '', path, type_id: REGULAR_FILE } }),
    ...(address !== '' && { url: { url_string: address } }),
  };
  return Object.keys(evidence).length > 0 && { evidences: [evidence] };
}

export function ocsfBody(subject: Subject): object {
  const { id, kind, organisation, at, to, event, link } = subject;
  const activity = kind !== 'event.status_changed' ? CREATE : CLOSED.includes(to) ? CLOSE : UPDATE;
  const severity = event?.severity == null ? { id: 0, name: 'Unknown' } : SEVERITY[event.severity];
  const status = STATUS[to ?? event?.status ?? 'open'];
  return {
    activity_id: activity.id,
    activity_name: activity.name,
    category_uid: CATEGORY,
    category_name: 'Findings',
    class_uid: CLASS,
    class_name: 'Detection Finding',
    type_uid: CLASS * 100 + activity.id,
    time: at.getTime(),
    severity_id: severity.id,
    severity: severity.name,
    status_id: status.id,
    status: status.name,
    message: titleOf(subject),
    metadata: { version: VERSION, uid: id, tenant_uid: organisation, product: { name: 'Leakwatch', vendor_name: 'Leakwatch' } },
    finding_info: {
      uid: event?.id ?? id,
      title: titleOf(subject),
      types: event === null ? ['test'] : event.tokens.map(({ detector, name }) => detector ?? name),
      ...(event !== null && {
        src_url: link,
        created_time: millis(event.created),
        first_seen_time: millis(event.created),
        last_seen_time: millis(event.last_seen),
        modified_time: millis(event.updated_at),
      }),
    },
    ...(event !== null && {
      resources: [
        {
          type: 'repository',
          name: event.repo_name,
          uid: event.repo_url,
          ...(event.username !== '' && { owner: { name: event.username } }),
        },
      ],
      ...evidencesOf(event),
      unmapped: {
        line: event.line,
        commit: event.commit,
        source_type: event.source_type,
        task: event.task_name,
        tokens: event.tokens,
        from_archive: event.from_archive,
      },
    }),
  };
}
