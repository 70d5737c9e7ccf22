import type { SimilarEvent } from '@leakwatch/contracts';
import { Anchor } from '@mantine/core';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { Link } from 'react-router-dom';
import { NameText } from '../../../shared/ui/code-line.tsx';
import { SeverityTag } from '../../../shared/ui/severity-tag.tsx';
import { SourceIcon } from '../../../shared/ui/source-icon.tsx';
import { Tag } from '../../../shared/ui/tag.tsx';
import { TimeText } from '../../../shared/ui/time-text.tsx';
import { EventTitle } from '../row/event-title.tsx';
import { StatusTag } from '../row/status-tag.tsx';
import classes from './similar-dialog.module.css';

const PERCENT = 100;

/** One similar event: what it is, why it is listed, and the link to it. */
export function SimilarRow({ event }: { event: SimilarEvent }) {
  const { t } = useTexts();
  const percent = Math.floor((event.resemblance ?? 0) * PERCENT);
  return (
    <li className={classes['row']}>
      <div className={classes['line']}>
        <StatusTag status={event.status} />
        <SourceIcon source={event.source_type} />
        {event.severity !== null && <SeverityTag severity={event.severity} title={t('events.row.severity')} />}
        <EventTitle event={event} level={3} />
        {event.reasons.map((reason) => (
          <Tag key={reason} tone="info">
            {reason === 'near_text' ? t('events.similar.near_text', { percent }) : t(`events.similar.${reason}`)}
          </Tag>
        ))}
      </div>
      <div className={classes['line']}>
        <Anchor component={Link} to={`/events/${event.id}`} className="lw-break">
          <bdi>
            <NameText name={[event.repo_name, event.file_path].filter((part) => part !== '').join(' · ')} />
          </bdi>
        </Anchor>
        <span className={classes['dim']}>
          <TimeText at={event.created} relative />
        </span>
      </div>
    </li>
  );
}
