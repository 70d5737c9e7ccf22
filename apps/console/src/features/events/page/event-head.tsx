import type { EventRow } from '@leakwatch/contracts';
import type { TriageStatus } from '@leakwatch/vocabulary';
import { Paper } from '@mantine/core';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { BlacklistButton } from '../blacklist/blacklist-button.tsx';
import { SeverityTag } from '../../../shared/ui/severity-tag.tsx';
import { SourceIcon } from '../../../shared/ui/source-icon.tsx';
import { AssignmentLine } from '../assign/assignment-line.tsx';
import { EventBadges } from '../row/event-badges.tsx';
import { EventFacts } from '../row/event-facts.tsx';
import { EventTitle } from '../row/event-title.tsx';
import { StatusTag } from '../row/status-tag.tsx';
import { SameFileBar, type SameFileQuestion } from '../status/same-file-bar.tsx';
import { StatusButtons } from '../status/status-buttons.tsx';
import classes from './event-view.module.css';

interface EventHeadProps {
  readonly event: EventRow;
  /** The level of the title. */
  readonly level: 1 | 2;
  readonly mayChange: boolean;
  /** It was deleted while it was shown. */
  readonly gone: boolean;
  readonly busy: boolean;
  readonly question: SameFileQuestion | null;
  readonly onStatus: (status: TriageStatus) => void;
  readonly onAssign: (event: EventRow) => void;
  readonly onBlacklist: (event: EventRow) => void;
  readonly onSimilar: () => void;
}

/** What leaked, how bad it is, where it is, and the buttons that decide. */
export function EventHead({ event, level, mayChange, gone, busy, question, onStatus, onAssign, onBlacklist, onSimilar }: EventHeadProps) {
  const { t } = useTexts();
  const why = t(gone ? 'eventPage.gone' : 'events.row.not_owner');
  return (
    <Paper component="header" withBorder p="lg" className={classes['head']}>
      <div className={classes['line']}>
        <StatusTag status={event.status} />
        <SourceIcon source={event.source_type} />
        {event.severity !== null && <SeverityTag severity={event.severity} title={t('events.row.severity')} />}
        <EventTitle event={event} level={level} />
        <EventBadges event={event} onSimilar={onSimilar} />
      </div>
      <EventFacts event={event} />
      <div className={classes['line']}>
        <StatusButtons
          status={event.status}
          disabled={!mayChange || busy}
          label={t('events.set_status')}
          title={mayChange ? undefined : why}
          onChoose={onStatus}
        />
        <AssignmentLine event={event} disabled={!mayChange} why={why} onAssign={onAssign} />
        {event.owner_status && <BlacklistButton event={event} onBlacklist={onBlacklist} />}
      </div>
      {question !== null && <SameFileBar question={question} />}
    </Paper>
  );
}
