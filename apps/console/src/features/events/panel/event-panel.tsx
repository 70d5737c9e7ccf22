import type { EventRow } from '@leakwatch/contracts';
import type { TriageStatus } from '@leakwatch/vocabulary';
import { Box, Button, CloseButton, Group, Text } from '@mantine/core';
import { memo, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { Link } from 'react-router-dom';
import { EmptyBlock, ProblemBlock, SkeletonRows } from '../../../shared/ui/blocks.tsx';
import { CopyButton } from '../../../shared/ui/copy-button.tsx';
import { EventContent } from '../page/event-content.tsx';
import { GoneNote } from '../page/gone-note.tsx';
import { useEvent } from '../page/use-event.ts';
import type { SameFileQuestion } from '../status/same-file-bar.tsx';
import classes from './event-panel.module.css';

export interface PanelActions {
  readonly busy: boolean;
  readonly question: SameFileQuestion | null;
  readonly mayChange: (event: EventRow) => boolean;
  readonly onChange: (event: EventRow, status: TriageStatus) => Promise<void>;
  readonly onChangeSimilar: (event: EventRow, status: TriageStatus) => Promise<void>;
  readonly onAssign: (event: EventRow) => void;
  readonly onBlacklist: (event: EventRow) => void;
}

interface EventPanelProps extends PanelActions {
  readonly id: string;
  /** The row of the list, shown until the details are loaded; undefined where the list does not have the event. */
  readonly row: EventRow | undefined;
  /** How many events a change of the status changes: all of the row. */
  readonly together: number;
  /** The filters of the list, as its address has them. */
  readonly search: string;
  /** Moves the focus into the panel. */
  readonly focus: Ref<() => void>;
  readonly onClose: () => void;
}

/** One event beside the list: what its page shows. Memoised: the keys of the list do not wait for it. */
export const EventPanel = memo(function EventPanel({ id, row, together, search, focus, onClose, ...actions }: EventPanelProps) {
  const { t } = useTexts();
  const loaded = useEvent(id);
  const panel = useRef<HTMLElement>(null);
  useImperativeHandle(focus, () => () => panel.current?.focus(), []);
  // Another event begins at its top.
  useEffect(() => {
    if (panel.current !== null) panel.current.scrollTop = 0;
  }, [id]);
  const event = loaded.event ?? row;
  const gone = event !== undefined && loaded.isMissing;
  const mayChange = (of: EventRow) => !gone && actions.mayChange(of);
  return (
    <Box component="aside" ref={panel} tabIndex={-1} className={`${classes['panel']} lw-no-print`} aria-label={t('events.panel.title')}>
      <Group justify="space-between" wrap="nowrap" className={classes['tools']}>
        <Group gap="xs">
          <Button component={Link} to={`/events/${id}${search}`} variant="default" size="compact-sm">
            {t('events.panel.page')}
          </Button>
          <CopyButton text={`${window.location.origin}/events/${id}`} label={t('eventPage.copy_link')} size="compact-sm" />
        </Group>
        <CloseButton aria-label={t('events.panel.close')} title={t('events.panel.close')} onClick={onClose} />
      </Group>
      {gone && <GoneNote />}
      {event !== undefined && <Content key={event.id} event={event} gone={gone} together={together} actions={{ ...actions, mayChange }} />}
      {event === undefined && loaded.problem === null && <SkeletonRows rows={3} height={160} />}
      {event === undefined && loaded.problem !== null && !loaded.isMissing && (
        <ProblemBlock title={t('eventPage.failed')} problem={loaded.problem} onRetry={loaded.retry} />
      )}
      {event === undefined && loaded.isMissing && <EmptyBlock title={t('common.not_found')} hint={t('eventPage.not_found_hint')} />}
    </Box>
  );
});

function Content({ event, gone, together, actions }: { event: EventRow; gone: boolean; together: number; actions: PanelActions }) {
  const { t } = useTexts();
  const [reading, setReading] = useState(false);
  const places = useRef<HTMLDivElement>(null);
  return (
    <>
      {together > 1 && (
        <Text c="dimmed" role="note">
          {t('events.group.together', { count: together })}
        </Text>
      )}
      <EventContent
        event={event}
        level={2}
        mayChange={actions.mayChange(event)}
        gone={gone}
        busy={actions.busy}
        question={actions.question?.event.id === event.id ? actions.question : null}
        reading={reading}
        places={places}
        onRead={setReading}
        onStatus={(status) => void actions.onChange(event, status)}
        onSimilarStatus={(of, status) => void actions.onChangeSimilar(of, status)}
        onAssign={actions.onAssign}
        onBlacklist={actions.onBlacklist}
        onSimilar={() => places.current?.scrollIntoView({ block: 'nearest' })}
      />
    </>
  );
}
