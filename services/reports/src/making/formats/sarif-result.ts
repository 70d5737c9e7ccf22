import { createHash } from 'node:crypto';
import type { ReportEvent } from '@leakwatch/contracts';
import { cleanText, linkOf } from '@leakwatch/platform';
import { CLOSE_REASON_NAMES, type EventStatus, type Severity, STATUS_NAMES } from '@leakwatch/vocabulary';
import { messageText } from './sarif-message.ts';
import type { RuleReference } from './sarif-rules.ts';

const LEVELS: Readonly<Record<Severity, 'error' | 'warning' | 'note'>> = {
  critical: 'error',
  high: 'error',
  medium: 'warning',
  low: 'note',
};

/** Statuses of events that are no leaks to act on: SARIF calls such results suppressed. */
const SUPPRESSED: readonly EventStatus[] = ['false', 'blacklist', 'auto_filtered'];

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A path as a reference of RFC 3986, relative to the root of the repository. */
const uriOf = (path: string): string => cleanText(path).split('/').map(encodeURIComponent).join('/');

/** Path and line; where a source has no paths, the address of the document. Nothing for a document that has neither. */
function locationsOf(event: ReportEvent): readonly object[] | undefined {
  const link = linkOf(event.file_url);
  const uri = event.file_path === '' ? link : uriOf(event.file_path);
  if (uri === null) return undefined;
  const region = event.line >= 1 ? { region: { startLine: event.line } } : {};
  return [
    {
      physicalLocation: { artifactLocation: { uri }, ...region },
      logicalLocations: [{ name: event.repo_name, kind: 'repository' }],
    },
  ];
}

/** What two logs compare a result by: keyed hashes of its secrets, the document, and the event itself. */
function fingerprintsOf({ id, secret_hashes: secrets, content_hash: content }: ReportEvent): Readonly<Record<string, string>> {
  return {
    ...(secrets.length > 0 && { 'secretHash/v1': sha256(secrets.join()) }),
    ...(content !== null && { 'contentHash/v1': content }),
    'leakwatchEvent/v1': id,
  };
}

/** The status, and the reason where a person gave one. */
const justificationOf = ({ status, reason }: ReportEvent): string =>
  reason === null ? STATUS_NAMES.en[status] : `${STATUS_NAMES.en[status]}: ${CLOSE_REASON_NAMES.en[reason]}`;

/**
 * An event as a result. SARIF files are handed on to other systems, so it holds masked values and addresses, and neither the text around
 * the matches nor an unmasked value.
 */
export function sarifResult(event: ReportEvent, rule: RuleReference): object {
  const [worst] = event.tokens;
  const shown = worst === undefined ? `Matches the pattern: ${event.pattern}` : [worst.name, ...worst.masked].join(' ');
  const locations = locationsOf(event);
  const link = linkOf(event.file_url);
  return {
    guid: event.id,
    ruleId: rule.id,
    ruleIndex: rule.index,
    level: event.severity === null ? 'warning' : LEVELS[event.severity],
    message: { text: messageText(`${shown} in ${event.repo_name}${event.file_path === '' ? '' : `: ${event.file_path}`}`) },
    ...(locations !== undefined && { locations }),
    ...(link !== null && { hostedViewerUri: link }),
    partialFingerprints: fingerprintsOf(event),
    ...(SUPPRESSED.includes(event.status) && {
      suppressions: [{ kind: 'external', status: 'accepted', justification: justificationOf(event) }],
    }),
    properties: {
      status: event.status,
      severity: event.severity,
      source_type: event.source_type,
      pattern: event.pattern,
      task: event.task_name,
      repository: event.repo_name,
      repository_url: event.repo_url,
      owner: event.username,
      created: event.created,
      last_seen: event.last_seen,
      commit: event.commit,
      commit_author: event.commit_author,
      assignee: event.assignee,
      due_date: event.due_date,
      reason: event.reason,
      from_archive: event.from_archive,
      tokens: event.tokens,
    },
  };
}
