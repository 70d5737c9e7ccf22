import { useState } from 'react';
import { type Problem, toProblem } from '../api/problem.ts';
import { notifyProblem } from '../ui/notify.tsx';
import { useIsHere } from './use-is-here.ts';

/**
 * A form that sends one call. An edit makes it forget why the last one was refused, but not that an answer is awaited: it would be sent twice,
 * and a refusal would not be shown. `failed`: the title of a refusal that comes when the form is no longer there to show it.
 */
export function useSending(failed: string) {
  const [problem, setProblem] = useState<Problem | null>(null);
  const [sending, setSending] = useState(false);
  const isHere = useIsHere();
  const send = async <Outcome extends { readonly error?: unknown }>(call: PromiseLike<Outcome>): Promise<Outcome> => {
    setSending(true);
    setProblem(null);
    const outcome = await call;
    setSending(false);
    const refused = outcome.error === undefined ? null : toProblem(outcome.error);
    setProblem(refused);
    if (refused !== null && !isHere()) notifyProblem(failed, refused);
    return outcome;
  };
  return { problem, sending, forget: () => setProblem(null), send, isHere };
}
