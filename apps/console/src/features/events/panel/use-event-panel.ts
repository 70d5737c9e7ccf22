import { useMediaQuery } from '@mantine/hooks';
import { type MouseEvent, useCallback, useEffect, useRef, useState } from 'react';
import { readId } from '../../../shared/lib/read-id.ts';
import { useAddress } from '../../../shared/lib/use-address.ts';

/** From this width the chosen event is shown beside the list; below it a row opens the page of the event. */
const WIDE = '(min-width: 1200px)';
/** The panel follows the keys when they rest: one that is held down would load every event on the way. In milliseconds. */
const FOLLOW_MS = 120;
const STAY = { preventScrollReset: true };
const FOLLOWING = { ...STAY, replace: true };

/** The click asks for this page, not for another tab or a download. */
const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

/** The event beside the list, which the address holds, and the functions that change it. */
export function useEventPanel() {
  const [params, change] = useAddress();
  const wide = useMediaQuery(WIDE, false, { getInitialValueInEffect: false });
  const named = readId(params, 'event');
  // A link that was copied from a wide window.
  const [elsewhere] = useState(wide ? null : named);
  const shown = wide ? named : null;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stop = () => clearTimeout(timer.current);
  useEffect(() => stop, []);

  const open = useCallback(
    (id: string) => {
      stop();
      change({ event: id }, STAY);
    },
    [change],
  );
  const follow = (id: string) => {
    if (shown === null) return;
    stop();
    timer.current = setTimeout(() => change({ event: id }, FOLLOWING), FOLLOW_MS);
  };
  const close = useCallback(() => {
    stop();
    change({ event: null }, STAY);
  }, [change]);
  /** Whether a click on a link to the event opens it here; otherwise the link is followed. */
  const takes = useCallback(
    (click: MouseEvent): boolean => {
      if (!wide || !isPlain(click)) return false;
      click.preventDefault();
      return true;
    },
    [wide],
  );
  return { wide, shown, elsewhere, open, follow, close, takes };
}
