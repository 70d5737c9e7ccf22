import type { EventRow } from '@leakwatch/contracts';
import { useTranslation } from 'react-i18next';
import { TimeText } from '../../shared/ui/time-text.tsx';
import classes from './event-card.module.css';

const MS = 1000;

/** Who set which status and when, newest first; keys of the wire are Unix seconds. */
export function StatusHistory({ changes }: { changes: EventRow['status_changes'] }) {
  const { t } = useTranslation();
  const entries = Object.entries(changes).sort(([a], [b]) => Number(b) - Number(a));
  if (entries.length === 0) return null;
  return (
    <details className={classes['history']}>
      <summary>{t('events.history.show', { count: entries.length })}</summary>
      <ul>
        {entries.map(([at, { actor, new_status: status }]) => (
          <li key={at}>
            <TimeText at={new Date(Number(at) * MS).toISOString()} />{' '}
            {t('events.history.entry', { actor, status: t(`eventStatus.${status}`) })}
          </li>
        ))}
      </ul>
    </details>
  );
}
