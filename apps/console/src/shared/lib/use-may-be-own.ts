import { useState } from 'react';
import type { Problem } from '../api/problem.ts';

/** Whether a form may have been refused because of its own change: an earlier try got no answer, and what is there now may be what it made. */
export function useMayBeOwn(problem: Problem | null): boolean {
  const [unsure, setUnsure] = useState(false);
  if (problem?.code === 'unanswered' && !unsure) setUnsure(true);
  return unsure && problem?.status === 409;
}
