import type { EventRow } from '@leakwatch/contracts';
import { hasBlacklist } from '@leakwatch/vocabulary';
import { useCallback } from 'react';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { useAddress } from '../../../shared/lib/use-address.ts';
import { notifyWarning } from '../../../shared/ui/notify.tsx';

const STAY = { preventScrollReset: true };

/** The event of the open rule dialog, which the URL holds, and the functions that open and close it. */
export function useBlacklistEvent(events: readonly EventRow[]) {
  const { t } = useTexts();
  const [params, change] = useAddress();
  const id = params.get('blacklist');
  const open = useCallback(
    (event: EventRow) => {
      if (hasBlacklist(event.source_type)) return change({ blacklist: event.id }, STAY);
      const source = t(`common.sources.${event.source_type}`);
      notifyWarning(t('events.no_blacklist'), t('events.no_blacklist_hint', { source }));
    },
    [change, t],
  );
  const close = useCallback(() => change({ blacklist: null }, STAY), [change]);
  const event = events.find((one) => one.id === id && one.owner_status);
  return { event, open, close };
}
