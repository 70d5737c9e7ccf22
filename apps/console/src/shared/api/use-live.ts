import type { LiveTopic } from '@leakwatch/contracts';
import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { api } from './api.ts';
import { gather } from './gather.ts';
import { openLive } from './live.ts';

/** During a scan or a bulk change hints arrive often: the page refreshes at most once in this time. In milliseconds. */
const REFRESH_MS = 2_000;

/**
 * The data that a topic refreshes. Of the events it is only the background copy of the list, so that what a person reads
 * does not move.
 */
const TAGS = {
  events: ['EventsPeek', 'Comments', 'Settings'],
  tasks: ['TaskProgress', 'Settings'],
  notifications: ['Settings', 'Notifications'],
  settings: ['Settings', 'Rules'],
} as const satisfies Record<LiveTopic, readonly string[]>;

/** Keeps the tab's live stream open while a member of an organisation is signed in; each hint refreshes the affected data. */
export function useLive(on: boolean): void {
  const dispatch = useDispatch();
  useEffect(() => {
    if (!on) return;
    const refresh = gather<LiveTopic>((topics) => {
      // A newer server may send a topic that this page does not know.
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
