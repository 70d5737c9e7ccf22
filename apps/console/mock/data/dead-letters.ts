import type { DeadLetterRow } from '@leakwatch/contracts';
import { minutesAgo, mockId } from '../ids.ts';

export const makeDeadLetters = (filled: boolean): DeadLetterRow[] =>
  Array.from({ length: filled ? 14 : 0 }, (_, at) => ({
    id: mockId(60, at),
    group: at % 3 === 2 ? 'admin' : 'events',
    topic: at % 3 === 2 ? 'technical-facts.v1' : 'findings.v1',
    reason: at % 3 === 2 ? 'QueryFailedError: value too long for type character varying(200)' : 'task_unknown',
    attempts: 5,
    died: minutesAgo(600 - at * 13),
  }));
