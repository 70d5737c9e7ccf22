import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useEffect, useMemo } from 'react';
import { useDispatch } from 'react-redux';
import { eventsApi, type EventsPage, useListEventsQuery, usePeekEventsQuery } from '../api.ts';
import { type EventFilters, toQuery } from '../filters/event-filters.ts';
import { findNews } from './find-news.ts';
import { renewRows } from './renew-rows.ts';
import { useLeftRows } from './use-left-rows.ts';

/** The part of the store that this feature uses. */
type Dispatch = ThunkDispatch<{ api: ReturnType<typeof eventsApi.reducer> }, unknown, UnknownAction>;

/** The poll interval while the tab is visible; in milliseconds. A long page costs more, and the live stream brings its changes anyway. */
const POLL_MS = 5000;
const LONG_POLL_MS = 30_000;
/** A page of more events is long. */
const USUAL_SIZE = 100;

interface Reading {
  /** A change of this person is being sent. */
  readonly changing: boolean;
  /** Unix milliseconds of the person's last change; older answers do not contain it. */
  readonly changedAt: number;
}

/** The list on the screen, and what a background poll found since. */
export function useEventList(filters: EventFilters, { changing, changedAt }: Reading) {
  const dispatch = useDispatch<Dispatch>();
  const query = toQuery(filters);
  const {
    currentData: shown,
    error,
    isFetching,
    refetch,
    fulfilledTimeStamp,
  } = useListEventsQuery(query, {
    refetchOnMountOrArgChange: true,
  });
  // The background copy begins with the list itself, so that opening the page requests the list once.
  const { isUninitialized: isMissing } = eventsApi.endpoints.peekEvents.useQueryState(query);
  useEffect(() => {
    if (shown !== undefined && isMissing)
      dispatch(eventsApi.util.upsertQueryEntries([{ endpointName: 'peekEvents', arg: query, value: shown }]));
  });
  const peek = usePeekEventsQuery(query, {
    skip: isMissing,
    pollingInterval: filters.size > USUAL_SIZE ? LONG_POLL_MS : POLL_MS,
    skipPollingIfUnfocused: true,
  });
  const isNewer = (peek.startedTimeStamp ?? 0) > Math.max(changedAt, fulfilledTimeStamp ?? 0);
  const peeked: EventsPage | undefined = isNewer && !changing && !peek.isFetching ? peek.currentData : undefined;
  const { left, readMissing } = useLeftRows(query, filters.status);
  const news =
    shown === undefined || peeked === undefined || peeked === shown ? null : findNews(shown, peeked, filters.page, filters.status, left);
  const take = () => {
    if (peeked !== undefined) void dispatch(eventsApi.util.upsertQueryData('listEvents', query, peeked));
  };
  const renewed = useMemo(() => (shown === undefined || peeked === undefined ? null : renewRows(shown, peeked)), [shown, peeked]);
  useEffect(() => {
    if (news === null || isFetching) return;
    readMissing(news.missing, peeked?.count ?? 0);
    // While new events wait to be shown, what colleagues change in the rows that are on the screen does not wait with them.
    if (!news.sameRows && renewed !== null) void dispatch(eventsApi.util.updateQueryData('listEvents', query, () => renewed));
    // No row moves by itself: a click would hit another one. What is new comes when the person asks for it, except into a list without rows.
    if (news.sameRows || (news.fresh > 0 && shown?.results.length === 0)) take();
  });
  return {
    shown,
    error,
    isFetching,
    refetch: () => void refetch(),
    since: fulfilledTimeStamp,
    /** The latest size of the list, also after changes that kept the rows in place. */
    total: peeked?.count ?? shown?.count ?? 0,
    /** null where they are too many to be counted. */
    rows: peeked === undefined ? (shown?.rows ?? null) : peeked.rows,
    autoFiltered: peeked?.auto_filtered ?? shown?.auto_filtered ?? 0,
    fresh: news?.fresh ?? 0,
    gone: news?.gone ?? 0,
    /** Rows that others changed so that they no longer match the list. */
    left,
    showChanges: take,
    showFresh: () => {
      take();
      window.scrollTo({ top: 0 });
    },
  };
}
