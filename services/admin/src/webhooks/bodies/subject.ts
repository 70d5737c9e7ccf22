import type { AnnouncedEvent } from '@leakwatch/contracts';
import { type EventStatus, SOURCE_NAMES, type WebhookKind } from '@leakwatch/vocabulary';

/** What a delivery says. */
export interface Subject {
  readonly id: string;
  readonly kind: WebhookKind;
  readonly organisation: string;
  readonly at: Date;
  /** null: the event is new, or it is a test. */
  readonly from: EventStatus | null;
  readonly to: EventStatus | null;
  /** As it is when it is sent; null for a test. */
  readonly event: AnnouncedEvent | null;
  /** Its page in the console. */
  readonly link: string;
}

/** `AWS access key AKIA…889`, or the pattern where nothing was recognised. Values are masked. */
export function titleOf({ event }: Subject): string {
  if (event === null) return 'Test of a webhook of Leakwatch';
  const [worst] = event.tokens;
  return worst === undefined ? `Match of the pattern ${event.pattern}` : [worst.name, ...worst.masked].join(' ');
}

/** `github, romashka/infra: vpn.conf, line 3`. */
export function placeOf(event: AnnouncedEvent): string {
  const path = event.file_path === '' ? '' : `: ${event.file_path}`;
  return `${SOURCE_NAMES.en[event.source_type]}, ${event.repo_name}${path}${event.line >= 1 ? `, line ${event.line}` : ''}`;
}
