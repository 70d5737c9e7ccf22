import type { EventRow } from '@leakwatch/contracts';
import type { TriageStatus } from '@leakwatch/vocabulary';
import type { Ref } from 'react';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { Section } from '../../../shared/ui/section.tsx';
import { Comments } from '../comments/comments.tsx';
import { SimilarContent } from '../similar/similar-dialog.tsx';
import type { SameFileQuestion } from '../status/same-file-bar.tsx';
import { Activity } from './activity.tsx';
import { EventHead } from './event-head.tsx';
import classes from './event-view.module.css';
import { Evidence } from './evidence.tsx';
import { Exposure } from './exposure.tsx';
import { Remedy } from './remedy.tsx';
import type { ShownEvent } from './shown-event.ts';

interface EventContentProps {
  readonly event: ShownEvent;
  /** The level of the title: 1 on the page of the event, 2 beside the list. */
  readonly level: 1 | 2;
  readonly mayChange: boolean;
  readonly gone: boolean;
  readonly busy: boolean;
  readonly question: SameFileQuestion | null;
  /** Whether the whole text is open. */
  readonly reading: boolean;
  /** Where the other places begin. */
  readonly places: Ref<HTMLDivElement>;
  readonly onRead: (reading: boolean) => void;
  readonly onStatus: (status: TriageStatus) => void;
  readonly onSimilarStatus: (event: EventRow, status: TriageStatus) => void;
  readonly onAssign: (event: EventRow) => void;
  readonly onBlacklist: (event: EventRow) => void;
  readonly onSimilar: () => void;
}

/** Everything about one event, on its page and beside the list: in two columns where there is room. */
export function EventContent({ event, places, reading, onRead, onSimilarStatus, ...head }: EventContentProps) {
  const { t } = useTexts();
  return (
    <div className={classes['content']}>
      <EventHead event={event} {...head} />
      <div className={classes['columns']}>
        <div className={classes['column']}>
          <Evidence event={event} reading={reading} onRead={onRead} />
          <div ref={places} className={classes['target']}>
            <Section title={t('eventPage.places.title')} lead={t('eventPage.places.lead')}>
              <SimilarContent event={event} mayChange={() => head.mayChange} busy={head.busy} onChange={onSimilarStatus} />
            </Section>
          </div>
        </div>
        <div className={classes['column']}>
          <Remedy tokens={event.regex_tokens_found} />
          <Exposure event={event} />
          <Section title={t('events.comments.title')}>
            <Comments event={event} />
          </Section>
          <Activity id={event.id} />
        </div>
      </div>
    </div>
  );
}
