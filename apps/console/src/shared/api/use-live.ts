import type { LiveTopic } from '@leakwatch/contracts';
import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { api } from './api.ts';
import { gather } from './gather.ts';
import { openLive } from './live.ts';

/** While much happens (a scan, a colleague's bulk change) the page asks again so often, and not for each hint. */
const REFRESH_MS = 2_000;

/**
 * What is asked again for a topic. Of the events only the quiet look at the list: what a person reads does not move,
 * as with the poll.
 */
const TAGS = {
  events: ['EventsPeek', 'Settings'],
  tasks: ['TaskProgress', 'Settings'],
  notifications: ['Settings', 'Notifications'],
  settings: ['Settings'],
} as const satisfies Record<LiveTopic, readonly string[]>;

/** Keeps the tab's live stream open while someone of an organisation is signed in; hints make the page ask again at once. */
export function useLive(on: boolean): void {
  const dispatch = useDispatch();
  useEffect(() => {
    if (!on) return;
    const refresh = gather<LiveTopic>((topics) => {
      // A newer server may name a topic that this page does not know.
      const tags = new Set([...topics].flatMap((topic) => (topic in TAGS ? TAGS[topic] : [])));
      dispatch(api.util.invalidateTags([...tags]));
    }, REFRESH_MS);
    const close = openLive((topics) => refresh.add(topics));
    return () => {
      close();
      refresh.stop();
    };
  }, [on, dispatch]);
}
