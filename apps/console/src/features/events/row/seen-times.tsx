import type { EventRow } from '@leakwatch/contracts';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { formatDateTime } from '../../../shared/lib/dates.ts';
import { AgoText, TimeText } from '../../../shared/ui/time-text.tsx';
import type { ListRow } from '../list/list-row.ts';

/** When any of the events of a row was seen last. */
export const lastSeenOf = ({ event, group }: ListRow): string => group?.last_seen ?? event.last_seen;

/** Shorter than this the times of finding and of seeing are those of one launch; in milliseconds. */
const SAME_MS = 60_000;

/** Whether a leak was seen again after it was found. */
export const wasSeenAgain = (event: Pick<EventRow, 'created'>, last: string): boolean =>
  Date.parse(last) - Date.parse(event.created) > SAME_MS;

interface SeenTimesProps {
  readonly row: ListRow;
  readonly classes: Readonly<{ first?: string | undefined; exact?: string | undefined; last?: string | undefined }>;
}

/** Since when a leak is known, and when it was seen last where that is another time. */
export function SeenTimes({ row, classes }: SeenTimesProps) {
  const { t } = useTexts();
  const { event } = row;
  const last = lastSeenOf(row);
  return (
    <>
      <span className={classes.first} title={t('events.row.first_seen', { time: formatDateTime(new Date(event.created)) })}>
        {t('events.row.found')}{' '}
        <span className={classes.exact}>
          <TimeText at={event.created} />
          {' · '}
        </span>
        <AgoText at={event.created} />
      </span>
      {wasSeenAgain(event, last) && (
        <span className={classes.last} title={t('events.row.last_seen', { time: formatDateTime(new Date(last)) })}>
          {t('events.row.seen')} <AgoText at={last} />
        </span>
      )}
    </>
  );
}
