import type { GroupedEvent, GroupedRow } from '@leakwatch/contracts';
import { Anchor } from '@mantine/core';
import { ChevronDownIcon, ChevronRightIcon } from '@primer/octicons-react';
import type { MouseEvent as ReactMouseEvent } from 'react';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { Link } from 'react-router-dom';
import { NameText } from '../../../shared/ui/code-line.tsx';
import { SourceIcon } from '../../../shared/ui/source-icon.tsx';
import { Tag } from '../../../shared/ui/tag.tsx';
import type { ListRow } from '../list/list-row.ts';
import classes from './row-events.module.css';
import { StatusTag } from './status-tag.tsx';

/** Events of one row that are listed: more are read in the list with a row for each. */
const SHOWN = 50;

/** What opens a row: in how many places its secret is, or how many events one place has. */
export function RowToggle({ group, isOpen, onToggle }: { group: GroupedRow; isOpen: boolean; onToggle: () => void }) {
  const { t } = useTexts();
  const text = group.places > 1 ? t('events.group.places', { count: group.places }) : t('events.group.events', { count: group.count });
  return (
    <Anchor
      component="button"
      type="button"
      className="lw-no-print"
      aria-expanded={isOpen}
      title={t('events.group.hint', { count: group.count })}
      onClick={onToggle}
    >
      <Tag tone="info" icon={isOpen ? <ChevronDownIcon size={12} /> : <ChevronRightIcon size={12} />}>
        {text}
      </Tag>
    </Anchor>
  );
}

interface RowEventsProps {
  readonly row: ListRow;
  readonly search: string;
  readonly onOpen: (click: ReactMouseEvent, event: Pick<GroupedEvent, 'id'>) => void;
}

/** The events of a row, each with what distinguishes it: status, place, pattern and task. */
export function RowEvents({ row: { group }, search, onOpen }: RowEventsProps) {
  const { t } = useTexts();
  if (group === null) return null;
  const shown = group.events.slice(0, SHOWN);
  const unlisted = group.count - group.events.length;
  return (
    <div role="group" aria-label={t('events.group.label')} className={classes['events']}>
      <ul>
        {shown.map((event) => (
          <li key={event.id} className={classes['event']}>
            <StatusTag status={event.status} />
            <SourceIcon source={event.source_type} />
            <Anchor
              component={Link}
              to={`/events/${event.id}${search}`}
              className={classes['where']}
              onClick={(click) => onOpen(click, event)}
            >
              <bdi>
                <NameText name={event.file_path} />:{event.line}
              </bdi>
            </Anchor>
            <bdi className={classes['dim']}>
              <NameText name={event.repo_name} />
            </bdi>
            <bdi className={classes['chip']}>{event.pattern}</bdi>
            <span className={classes['dim']}>{event.task_name}</span>
          </li>
        ))}
      </ul>
      {group.count > shown.length && <p className={classes['dim']}>{t('events.group.more', { count: group.count - shown.length })}</p>}
      {unlisted > 0 && <p className={classes['dim']}>{t('events.group.unlisted', { count: group.events.length })}</p>}
    </div>
  );
}
