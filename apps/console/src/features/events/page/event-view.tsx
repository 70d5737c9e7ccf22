import type { EventDetails } from '@leakwatch/contracts';
import type { TriageStatus } from '@leakwatch/vocabulary';
import { useRef, useState } from 'react';
import { useSettings } from '../../../shared/api/settings.ts';
import { useTemplateTexts } from '../../../shared/i18n/use-template-texts.ts';
import { PageTitle } from '../../../shared/ui/page-title.tsx';
import { useAssigning } from '../assign/use-assigning.tsx';
import { BlacklistDialog } from '../blacklist/blacklist-dialog.tsx';
import { useBlacklistEvent } from '../blacklist/use-blacklist-event.ts';
import { useEventActions } from '../list/use-event-actions.ts';
import { KeysHelp } from '../list/keys-help.tsx';
import { useChangeStatus } from '../status/use-change-status.ts';
import { EventContent } from './event-content.tsx';
import { GoneNote } from './gone-note.tsx';
import classes from './event-view.module.css';
import { PageNav } from './page-nav.tsx';
import { useNeighbours } from './use-neighbours.ts';
import { usePageKeys } from './use-page-keys.ts';

interface Props {
  readonly event: EventDetails;
  /** It was deleted since it was loaded. */
  readonly gone: boolean;
  readonly params: URLSearchParams;
}

/** One event: what leaked, the evidence, where else it is, what happened, what to do. */
export function EventView({ event, gone, params }: Props) {
  const texts = useTemplateTexts();
  const staff = useSettings()?.is_staff ?? false;
  const { changeOne, changeSimilar, busy, question } = useChangeStatus();
  const assign = useAssigning(event.id);
  const mayChange = (event.owner_status || staff) && !gone;
  const blacklist = useBlacklistEvent([event]);
  const neighbours = useNeighbours(event.id, params);
  const [reading, setReading] = useState(false);
  const [help, setHelp] = useState(false);
  const places = useRef<HTMLDivElement>(null);
  const toPlaces = () => places.current?.scrollIntoView({ block: 'start' });
  const onStatus = (status: TriageStatus) => {
    if (mayChange && event.status !== status) void changeOne(event, status);
  };
  useEventActions({
    events: mayChange ? [event] : [],
    count: 1,
    onStatus,
    onAssign: () => assign.open([event]),
    onAssignToMe: () => assign.toMe([event]),
  });
  usePageKeys({
    neighbours,
    onStatus,
    onAssign: () => mayChange && assign.open([event]),
    onAssignToMe: () => mayChange && assign.toMe([event]),
    onBlacklist: () => event.owner_status && !gone && blacklist.open(event),
    onText: () => event.backup_storage_status === 'in_storage' && setReading(true),
    onSimilar: toPlaces,
    onHelp: () => setHelp(true),
  });
  const [worst] = event.regex_tokens_found;
  return (
    <div className={classes['page']}>
      <PageTitle title={worst === undefined ? event.pattern : texts.name(worst)} />
      <PageNav event={event} neighbours={neighbours} onHelp={() => setHelp(true)} />
      {gone && <GoneNote />}
      <EventContent
        event={event}
        level={1}
        mayChange={mayChange}
        gone={gone}
        busy={busy}
        question={question}
        reading={reading}
        places={places}
        onRead={setReading}
        onStatus={(status) => void changeOne(event, status)}
        onSimilarStatus={(of, status) => void changeSimilar(of, status)}
        onAssign={() => assign.open([event])}
        onBlacklist={blacklist.open}
        onSimilar={toPlaces}
      />
      {assign.dialog}
      <BlacklistDialog event={blacklist.event} onClose={blacklist.close} />
      <KeysHelp opened={help} onClose={() => setHelp(false)} />
    </div>
  );
}
