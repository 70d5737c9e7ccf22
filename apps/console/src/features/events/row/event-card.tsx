import type { EventRow } from '@leakwatch/contracts';
import type { TriageStatus } from '@leakwatch/vocabulary';
import { Checkbox } from '@mantine/core';
import { memo, type MouseEvent as ReactMouseEvent, useState } from 'react';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { BlacklistButton } from '../blacklist/blacklist-button.tsx';
import { useStatusName } from '../../../shared/i18n/use-status-name.ts';
import { CodeView } from '../../../shared/ui/code-view.tsx';
import { SeverityTag } from '../../../shared/ui/severity-tag.tsx';
import { SourceIcon } from '../../../shared/ui/source-icon.tsx';
import { TimeText } from '../../../shared/ui/time-text.tsx';
import { AssignmentLine } from '../assign/assignment-line.tsx';
import { Comments } from '../comments/comments.tsx';
import { EvidenceButtons } from '../evidence/evidence-buttons.tsx';
import { type ListRow, patternsOf, statusesOf } from '../list/list-row.ts';
import { RecheckAnswer, RecheckButton } from '../recheck/recheck-button.tsx';
import { useRecheck } from '../recheck/use-recheck.ts';
import { RevealButton } from '../reveal/reveal-button.tsx';
import { useRevealed } from '../reveal/use-revealed.ts';
import { EventBadges } from './event-badges.tsx';
import classes from './event-card.module.css';
import { EventFacts } from './event-facts.tsx';
import { EventTitle } from './event-title.tsx';
import { maskedValuesOf } from './leak-of.ts';
import { PatternChips } from './pattern-chips.tsx';
import { RowEvents, RowToggle } from './row-events.tsx';
import { SeenTimes } from './seen-times.tsx';
import { SameFileBar, type SameFileQuestion } from '../status/same-file-bar.tsx';
import { StatusButtons } from '../status/status-buttons.tsx';
import { LeftTag, StatusTag } from './status-tag.tsx';

const MS = 1000;

/** Who set which status and when, newest first; keys of the wire are Unix seconds. */
function StatusHistory({ changes }: { changes: EventRow['status_changes'] }) {
  const { t } = useTexts();
  const statusName = useStatusName();
  const entries = Object.entries(changes).sort(([a], [b]) => Number(b) - Number(a));
  if (entries.length === 0) return null;
  return (
    <details className={classes['history']}>
      <summary>{t('eventTools.history.show', { count: entries.length })}</summary>
      <ul>
        {entries.map(([at, { actor, new_status: status }]) => (
          <li key={at}>
            <TimeText at={new Date(Number(at) * MS).toISOString()} /> {t('eventTools.history.entry', { actor, status: statusName(status) })}
          </li>
        ))}
      </ul>
    </details>
  );
}

interface EventCardProps {
  readonly row: ListRow;
  readonly mayChange: boolean;
  /** A colleague changed it: it no longer matches the list, and stays until the list is renewed. */
  readonly left: boolean;
  readonly selected: boolean;
  readonly current: boolean;
  readonly busy: boolean;
  /** Asked before the event changes. */
  readonly question: SameFileQuestion | null;
  /** The filters of the list, as its address has them. */
  readonly search: string;
  readonly onSelect: (id: string, range: boolean) => void;
  /** Called before the link of the title is followed. */
  readonly onOpen: (click: ReactMouseEvent, event: Pick<EventRow, 'id'>) => void;
  readonly onChange: (event: EventRow, status: TriageStatus) => void;
  readonly onBlacklist: (event: EventRow) => void;
  readonly onAssign: (event: EventRow) => void;
  readonly onText: (event: EventRow) => void;
  readonly onSimilar: (event: EventRow) => void;
}

/** One row, with what its event shows. Memoised: a key press on one of a hundred rows must not render the others again. */
export const EventCard = memo(function EventCard(props: EventCardProps) {
  const {
    row,
    mayChange,
    selected,
    current,
    busy,
    question,
    search,
    onSelect,
    onOpen,
    onChange,
    onBlacklist,
    onAssign,
    onText,
    onSimilar,
  } = props;
  const { event, group } = row;
  const [isOpen, setOpen] = useState(false);
  const patterns = patternsOf(row);
  const statuses = statusesOf(row);
  const { t } = useTexts();
  const revealed = useRevealed(event.id);
  const recheck = useRecheck(event);
  const statusName = useStatusName();
  const label = t('events.row.label', { pattern: event.pattern, status: statusName(event.status) });
  return (
    <article
      id={`event-${event.id}`}
      tabIndex={-1}
      aria-label={label}
      className={classes['card']}
      data-selected={selected}
      data-current={current}
    >
      <header className={classes['head']}>
        <Checkbox
          checked={selected}
          disabled={!mayChange}
          aria-label={t('events.select', { pattern: event.pattern })}
          onChange={(change) => onSelect(event.id, change.nativeEvent instanceof MouseEvent && change.nativeEvent.shiftKey)}
        />
        {statuses.map((status) => (
          <StatusTag key={status} status={status} />
        ))}
        {props.left && <LeftTag />}
        <SourceIcon source={event.source_type} />
        {event.severity !== null && <SeverityTag severity={event.severity} title={t('events.row.severity')} />}
        <EventTitle event={event} to={`/events/${event.id}${search}`} onOpen={onOpen} />
        <EventBadges event={event} onSimilar={onSimilar} />
        {patterns.length > 1 && <PatternChips patterns={patterns} />}
        {group !== null && group.count > 1 && <RowToggle group={group} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />}
        <span className={classes['time']}>
          <SeenTimes row={row} classes={{ last: classes['dim'] }} />
        </span>
      </header>
      {isOpen && <RowEvents row={row} search={search} onOpen={onOpen} />}
      <EventFacts event={event} />
      {event.file_content === '' ? (
        <p className={classes['dim']}>{t('events.row.no_content')}</p>
      ) : (
        <CodeView
          content={revealed.text?.file_content ?? event.file_content}
          segments={event.segments}
          label={t('events.row.code', { path: event.file_path })}
          values={maskedValuesOf(event)}
        />
      )}
      <footer className={classes['foot']}>
        <StatusButtons
          status={statuses.length === 1 ? event.status : null}
          disabled={!mayChange || busy}
          label={t('events.set_status')}
          title={mayChange ? undefined : t('events.row.not_owner')}
          onChoose={(status) => onChange(event, status)}
        />
        <AssignmentLine event={event} disabled={!mayChange} onAssign={onAssign} />
        {event.owner_status && <BlacklistButton event={event} onBlacklist={onBlacklist} />}
        {event.regex_tokens_found.length > 0 && <RevealButton revealed={revealed} />}
        <EvidenceButtons event={event} onText={onText} />
        <RecheckButton recheck={recheck} />
        {recheck.last !== null && <RecheckAnswer last={recheck.last} />}
        <StatusHistory changes={event.status_changes} />
      </footer>
      {question !== null && <SameFileBar question={question} />}
      <Comments event={event} />
    </article>
  );
});
