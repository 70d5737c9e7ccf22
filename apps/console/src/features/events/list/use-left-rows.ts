import type { EventRow } from '@leakwatch/contracts';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { eventsApi, type EventsQuery } from '../api.ts';
import { belongs, type StatusChoice } from '../filters/event-filters.ts';

type Dispatch = ThunkDispatch<{ api: ReturnType<typeof eventsApi.reducer> }, unknown, UnknownAction>;

/** Each row that is missing is a request: a colleague may have closed a thousand. */
const READ_MAX = 20;
const NONE: ReadonlySet<string> = new Set();

/** Rows that a background answer does not have are read one by one, so that they show what became of them, in their places. */
export function useLeftRows(query: EventsQuery, status: StatusChoice) {
  const dispatch = useDispatch<Dispatch>();
  const list = JSON.stringify(query);
  const [found, setFound] = useState({ list, left: NONE });
  /** What was read, or is being read: each row once for a state of it and of the list. */
  const asked = useRef(new Set<string>());
  const read = async (id: string) => {
    const { data } = await dispatch(eventsApi.endpoints.getEvent.initiate(id, { subscribe: false, forceRefetch: true }));
    if (data === undefined || belongs(data.status, status)) return;
    const now = data.status;
    dispatch(
      eventsApi.util.updateQueryData('listEvents', query, (page) => {
        page.results = page.results.map((event) =>
          event.id === id ? { ...event, status: now, status_changes: data.status_changes } : event,
        );
        for (const row of page.groups ?? []) row.events = row.events.map((event) => (event.id === id ? { ...event, status: now } : event));
      }),
    );
    setFound((before) => ({ list, left: new Set([...(before.list === list ? before.left : NONE), id]) }));
  };
  return {
    left: found.list === list ? found.left : NONE,
    /** `count`: how many events the list has now. */
    readMissing: (missing: readonly EventRow[], count: number) => {
      const due = missing.map(({ id, updated_at: at }) => ({ id, key: `${list} ${id} ${at} ${count}` }));
      for (const { id, key } of due.filter((one) => !asked.current.has(one.key)).slice(0, READ_MAX)) {
        asked.current.add(key);
        void read(id);
      }
    },
  };
}
