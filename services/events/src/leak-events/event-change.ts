import { eventChangesV1, type LiveTopic } from '@leakwatch/contracts';
import { outgoing } from '@leakwatch/platform';
import type { EventStatus } from '@leakwatch/vocabulary';
import type { StoredEvent } from './event.entity.ts';

/** Open pages that show events ask again when they are notified of this. */
export const EVENTS_CHANGED: readonly LiveTopic[] = ['events'];

/** What the message needs of an event whose status was set. */
export interface RecordedChange extends Pick<StoredEvent, 'organisation_id' | 'task_id' | 'source_type' | 'pattern_text' | 'created'> {
  readonly change_id: string;
  readonly event_id: string;
  /** null: the event is new. */
  readonly from_status: EventStatus | null;
  readonly to_status: EventStatus;
  readonly at: Date;
}

/** The message about one change of a status. */
export const eventChangeMessage = (change: RecordedChange) =>
  outgoing(eventChangesV1, {
    change_id: change.change_id,
    event_id: change.event_id,
    organisation_id: change.organisation_id,
    task_id: change.task_id,
    source_type: change.source_type,
    pattern: change.pattern_text,
    created: change.created.toISOString(),
    from: change.from_status,
    to: change.to_status,
    at: change.at.toISOString(),
  });
