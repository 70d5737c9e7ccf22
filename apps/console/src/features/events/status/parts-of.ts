import { MAX_EVENTS_IN_CHANGE } from '@leakwatch/contracts';

/** Ids in parts that one change each can name. */
export const partsOf = (ids: readonly string[]): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(ids.length / MAX_EVENTS_IN_CHANGE) }, (_, at) =>
    ids.slice(at * MAX_EVENTS_IN_CHANGE, (at + 1) * MAX_EVENTS_IN_CHANGE),
  );
