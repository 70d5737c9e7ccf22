import type { EventDetails } from '@leakwatch/contracts';
import type { TriageStatus } from '@leakwatch/vocabulary';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSettings } from '../../../shared/api/settings.ts';
import { useTemplateTexts } from '../../../shared/i18n/use-template-texts.ts';
import { PageTitle } from '../../../shared/ui/page-title.tsx';
import { Section } from '../../../shared/ui/section.tsx';
import { useAssigning } from '../assign/use-assigning.tsx';
import { BlacklistDialog } from '../blacklist/blacklist-dialog.tsx';
import { useBlacklistEvent } from '../blacklist/use-blacklist-event.ts';
import { Comments } from '../comments/comments.tsx';
import { useEventActions } from '../list/use-event-actions.ts';
import { KeysHelp } from '../list/keys-help.tsx';
import { SimilarContent } from '../similar/similar-dialog.tsx';
import { useChangeStatus } from '../status/use-change-status.ts';
import { Activity } from './activity.tsx';
import { EventHead } from './event-head.tsx';
import classes from './event-view.module.css';
import { Evidence } from './evidence.tsx';
import { Exposure } from './exposure.tsx';
import { PageNav } from './page-nav.tsx';
import { Remedy } from './remedy.tsx';
import { useNeighbours } from './use-neighbours.ts';
import { usePageKeys } from './use-page-keys.ts';

/** One event: what leaked, the evidence, where else it is, what happened, what to do. */
export function EventView({ event, params }: { event: EventDetails; params: URLSearchParams }) {
  const { t } = useTranslation();
  const texts = useTemplateTexts();
  const staff = useSettings()?.is_staff ?? false;
  const { changeOne, changeSimilar, busy, question } = useChangeStatus();
  const assign = useAssigning();
  const mayChange = event.owner_status || staff;
  const blacklist = useBlacklistEvent([event]);
  const neighbours = useNeighbours(event.id, params);
  const [reading, setReading] = useState(false);
  const [help, setHelp] = useState(false);
  const places = useRef<HTMLDivElement>(null);
  const onStatus = (status: TriageStatus) => {
    if (mayChange && !busy && event.status !== status) void changeOne(event, status);
  };
  useEventActions({ events: mayChange ? [event] : [], count: 1, onStatus, onAssignToMe: () => assign.toMe([event]) });
  usePageKeys({
    neighbours,
    onStatus,
    onAssign: () => mayChange && assign.open([event]),
    onAssignToMe: () => mayChange && assign.toMe([event]),
    onBlacklist: () => event.owner_status && blacklist.open(event),
    onText: () => event.backup_storage_status === 'in_storage' && setReading(true),
    onSimilar: () => places.current?.scrollIntoView({ block: 'start' }),
    onHelp: () => setHelp(true),
  });
  const [worst] = event.regex_tokens_found;
  return (
    <div className={classes['page']}>
      <PageTitle title={worst === undefined ? event.pattern : texts.name(worst)} />
      <PageNav event={event} neighbours={neighbours} onHelp={() => setHelp(true)} />
      <EventHead
        event={event}
        mayChange={mayChange}
        busy={busy}
        question={question}
        onStatus={(status) => void changeOne(event, status)}
        onAssign={() => assign.open([event])}
        onBlacklist={blacklist.open}
        onSimilar={() => places.current?.scrollIntoView({ block: 'start' })}
      />
      <div className={classes['columns']}>
        <div className={classes['column']}>
          <Evidence event={event} reading={reading} onRead={setReading} />
          <div ref={places} className={classes['target']}>
            <Section title={t('eventPage.places.title')} lead={t('eventPage.places.lead')}>
              <SimilarContent
                event={event}
                mayChange={() => mayChange}
                busy={busy}
                onChange={(of, status) => void changeSimilar(of, status)}
              />
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
      {assign.dialog}
      <BlacklistDialog event={blacklist.event} onClose={blacklist.close} />
      <KeysHelp opened={help} onClose={() => setHelp(false)} />
    </div>
  );
}
