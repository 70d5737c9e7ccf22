import { type EventRow, SIMILAR_COUNT_MAX } from '@leakwatch/contracts';
import { Anchor, Checkbox } from '@mantine/core';
import { CalendarIcon, CopyIcon, HistoryIcon, PersonIcon, XCircleIcon } from '@primer/octicons-react';
import { memo, type MouseEvent as ReactMouseEvent, useState } from 'react';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { Link } from 'react-router-dom';
import { useStatusName } from '../../../shared/i18n/use-status-name.ts';
import { useTemplateTexts } from '../../../shared/i18n/use-template-texts.ts';
import { visibleName } from '../../../shared/lib/marked-lines.ts';
import { CodeText, MARK, NameText } from '../../../shared/ui/code-line.tsx';
import { SeverityTag } from '../../../shared/ui/severity-tag.tsx';
import { SourceIcon } from '../../../shared/ui/source-icon.tsx';
import { Tag } from '../../../shared/ui/tag.tsx';
import { dayText } from '../assign/day-text.ts';
import { type ListRow, patternsOf, statusesOf } from '../list/list-row.ts';
import { SameFileBar, type SameFileQuestion } from '../status/same-file-bar.tsx';
import classes from './compact-row.module.css';
import { FilePath } from './file-path.tsx';
import { leakOf } from './leak-of.ts';
import { matchingLine } from './matching-line.ts';
import { PatternChips } from './pattern-chips.tsx';
import { RowEvents, RowToggle } from './row-events.tsx';
import { SeenTimes } from './seen-times.tsx';
import { LeftTag, StatusTag } from './status-tag.tsx';
import { useTokenTitle } from './use-token-title.ts';

interface CompactRowProps {
  readonly row: ListRow;
  readonly mayChange: boolean;
  /** A colleague changed it: it no longer matches the list, and stays until the list is renewed. */
  readonly left: boolean;
  readonly selected: boolean;
  readonly current: boolean;
  /** Asked before the event changes, where nothing else shows the question. */
  readonly question: SameFileQuestion | null;
  /** The filters of the list, as its address has them. */
  readonly search: string;
  readonly onSelect: (id: string, range: boolean) => void;
  /** Called before the link of the title is followed. */
  readonly onOpen: (click: ReactMouseEvent, event: Pick<EventRow, 'id'>) => void;
  readonly onSimilar: (event: EventRow) => void;
}

/** A row in two lines: what leaked, how bad it is and what was decided; where, since when, and who works on it. */
export const CompactRow = memo(function CompactRow(props: CompactRowProps) {
  const { row, mayChange, selected, current, question } = props;
  const { event } = row;
  const { t } = useTexts();
  const statusName = useStatusName();
  const [isOpen, setOpen] = useState(false);
  return (
    <article
      id={`event-${event.id}`}
      tabIndex={-1}
      aria-label={t('events.row.label', { pattern: event.pattern, status: statusName(event.status) })}
      className={classes['row']}
      data-selected={selected}
      data-current={current}
    >
      <Checkbox
        className={classes['box']}
        checked={selected}
        disabled={!mayChange}
        aria-label={t('events.select', { pattern: event.pattern })}
        onChange={(change) => props.onSelect(event.id, change.nativeEvent instanceof MouseEvent && change.nativeEvent.shiftKey)}
      />
      <h2 className={classes['title']}>
        <Link to={`/events/${event.id}${props.search}`} className={classes['link']} onClick={(click) => props.onOpen(click, event)}>
          <Leak event={event} />
        </Link>
      </h2>
      <State row={row} left={props.left} />
      <Place row={row} />
      <Course row={row} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} onSimilar={props.onSimilar} />
      {isOpen && (
        <div className={classes['more-events']}>
          <RowEvents row={row} search={props.search} onOpen={props.onOpen} />
        </div>
      )}
      {question !== null && (
        <div className={classes['question']}>
          <SameFileBar question={question} />
        </div>
      )}
    </article>
  );
});

/** What leaked with its masked value; where no detector knows it, the line of the match. */
function Leak({ event }: { event: EventRow }) {
  const { t } = useTexts();
  const texts = useTemplateTexts();
  const tokenTitle = useTokenTitle();
  const leak = leakOf(event);
  const line = leak === null ? matchingLine(event.file_content) : [];
  if (leak !== null)
    return (
      <span title={tokenTitle(leak.worst)}>
        {texts.name(leak.worst)}
        {leak.worst.masked[0] !== undefined && <code className={classes['masked']}>{leak.worst.masked[0]}</code>}
        {leak.more > 0 && <span className={classes['more']}>{t('events.row.more_values', { count: leak.more })}</span>}
      </span>
    );
  if (line.length === 0) return <span className={classes['line']}>{event.pattern}</span>;
  return (
    <bdi dir="ltr" className={classes['line']}>
      {line.map(({ text, code, marked }, at) => {
        const shown = <CodeText key={at} text={text} code={code} />;
        return marked ? (
          <mark key={at} className={MARK}>
            {shown}
          </mark>
        ) : (
          shown
        );
      })}
    </bdi>
  );
}

/** How bad it is and what was decided, and what asks for attention before others. */
function State({ row, left }: { row: ListRow; left: boolean }) {
  const { t } = useTexts();
  const { event } = row;
  return (
    <div className={classes['state']}>
      {event.came_back && event.status === 'open' && (
        <Tag tone="open" icon={<HistoryIcon size={12} />} title={t('events.row.came_back_hint')}>
          {t('events.row.came_back')}
        </Tag>
      )}
      {event.due_date !== null && event.overdue && (
        <Tag tone="critical" icon={<CalendarIcon size={12} />} title={t('events.assign.overdue_since', { day: dayText(event.due_date) })}>
          {dayText(event.due_date)}
        </Tag>
      )}
      {event.similar_to_false !== null && event.status !== 'false' && (
        <Anchor component={Link} to={`/events/${event.similar_to_false}`} title={t('events.row.like_false_hint')}>
          <Tag tone="false" icon={<XCircleIcon size={12} />}>
            {t('events.row.like_false')}
          </Tag>
        </Anchor>
      )}
      {event.severity !== null && <SeverityTag severity={event.severity} title={t('events.row.severity')} />}
      {statusesOf(row).map((status) => (
        <StatusTag key={status} status={status} />
      ))}
      {left && <LeftTag />}
    </div>
  );
}

/** Source, path and line, repository or channel, and the patterns that found it. */
function Place({ row }: { row: ListRow }) {
  const { t } = useTexts();
  const { event } = row;
  const patterns = patternsOf(row);
  return (
    <div className={classes['place']}>
      <SourceIcon source={event.source_type} />
      <bdi className={classes['path']} title={visibleName(event.file_path)}>
        <FilePath path={event.file_path} pattern={event.pattern} />
      </bdi>
      <span className={classes['number']}>{t('events.row.line', { line: String(event.line) })}</span>
      <bdi className={classes['repo']} title={visibleName(event.repo_name)}>
        <NameText name={event.repo_name} />
      </bdi>
      {patterns.length === 1 ? (
        <bdi className={classes['pattern']} title={event.pattern}>
          {event.pattern}
        </bdi>
      ) : (
        <PatternChips patterns={patterns} />
      )}
    </div>
  );
}

interface CourseProps {
  readonly row: ListRow;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly onSimilar: (event: EventRow) => void;
}

/** In how many places it is, who works on it, since when it is known and when it was seen last. */
function Course({ row, isOpen, onToggle, onSimilar }: CourseProps) {
  const { t } = useTexts();
  const { event, group } = row;
  return (
    <div className={classes['course']}>
      {group !== null && group.count > 1 && <RowToggle group={group} isOpen={isOpen} onToggle={onToggle} />}
      {event.sim_count > 0 && (group === null || group.places === 1) && (
        <Anchor component="button" type="button" title={t('events.similar.open')} onClick={() => onSimilar(event)}>
          <Tag tone="info" icon={<CopyIcon size={12} />}>
            {t(event.sim_count < SIMILAR_COUNT_MAX ? 'events.row.similar' : 'events.row.similar_and_more', { count: event.sim_count })}
          </Tag>
        </Anchor>
      )}
      {event.assignee !== null && (
        <span className={classes['assignee']} title={t('events.assign.assignee_is', { name: event.assignee.name })}>
          <PersonIcon size={12} />
          <bdi>{event.assignee.name}</bdi>
        </span>
      )}
      <SeenTimes row={row} classes={{ first: classes['first'], exact: classes['exact'], last: classes['last'] }} />
    </div>
  );
}
