import { Button, Stack, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { useAddress } from '../../../shared/lib/use-address.ts';
import { useStable } from '../../../shared/lib/use-stable.ts';
import { hideNotice, notifyAction } from '../../../shared/ui/notify.tsx';
import { type EventFilters, type FilterChange, writeFilters } from './event-filters.ts';
import { type Resets, resetsOf, scopeOf, withoutResets } from './resets.ts';

/** How long the message is shown: as long as one that offers undo; in milliseconds. */
const NOTICE_MS = 10_000;
const NOTHING: Resets = { status: false, task: false };

/**
 * Says what a change of filters set back, the selection of `selected` events among it, and offers to take that back. Returns `change` so that it is
 * known what the person asked for.
 */
export function useResetNotice(filters: EventFilters, selected: number, change: (change: FilterChange) => void) {
  const { t } = useTexts();
  const [, changeAddress] = useAddress();
  const resets = useRef(NOTHING);
  const notices = useRef(0);
  const notice = useRef('');
  const before = useRef({ filters, selected });
  const showNotice = useStable((was: EventFilters, lost: number) => {
    const reset = resets.current;
    resets.current = NOTHING;
    const texts = [
      ...(reset.status ? [t('events.resets.status', { status: t(`eventStatus.${filters.status}`) })] : []),
      ...(reset.task ? [t('events.resets.task')] : []),
      ...(lost > 0 ? [t('events.resets.selection', { count: lost })] : []),
    ];
    if (texts.length === 0) return;
    const takeBack = () => {
      hideNotice(notice.current);
      changeAddress(() => writeFilters(withoutResets(was, filters, reset)));
    };
    hideNotice(notice.current);
    notice.current = `filters were reset ${(notices.current += 1)}`;
    notifyAction(notice.current, <ResetNotice texts={texts} onUndo={takeBack} />, NOTICE_MS);
  });
  useEffect(() => {
    const { filters: was, selected: lost } = before.current;
    before.current = { filters, selected };
    if (scopeOf(was) !== scopeOf(filters)) showNotice(was, lost);
  }, [filters, selected, showNotice]);
  return useStable((wanted: FilterChange) => {
    resets.current = resetsOf(filters, wanted);
    change(wanted);
  });
}

function ResetNotice({ texts, onUndo }: { texts: readonly string[]; onUndo: () => void }) {
  const { t } = useTexts();
  return (
    <Stack gap="xs" align="flex-start">
      {texts.map((text) => (
        <Text key={text}>{text}</Text>
      ))}
      <Button variant="default" onClick={onUndo}>
        {t('events.resets.undo')}
      </Button>
    </Stack>
  );
}
