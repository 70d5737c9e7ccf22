import type { CallArgs } from '../api/base-query.ts';
import { type Problem, toProblem } from '../api/problem.ts';
import { notifyProblem } from '../ui/notify.tsx';

/** How long a change without an answer is taken for the same when it is sent again, in milliseconds. The service knows it for ten minutes. */
const SAME_MS = 5 * 60_000;
const SERVER_FAILED = 500;

/** What a call changes. */
interface Changes {
  readonly call: CallArgs;
  /** What events get. */
  readonly values?: unknown;
  /** Null where filters choose them; undefined where none change. */
  readonly ids?: readonly string[] | null;
}
interface Sent {
  readonly key: string;
  readonly at: number;
  readonly values: string | undefined;
  readonly ids: readonly string[] | null | undefined;
}

/** Changes on their way, and those whose answer did not come, by what was sent. */
const sent = new Map<string, Sent>();
const nameOf = ({ url, body }: CallArgs) => JSON.stringify([url, body]);

/** As `crypto.randomUUID`, which a page without TLS does not have. */
function newKey(): string {
  const hex = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/** Whether the service may have done what failed so: it can be sent again. */
const isUnsure = ({ status }: Problem): boolean => status === 0 || status >= SERVER_FAILED;

/** The call with an id, by which the service recognises it when it is sent again: the same as of the try that got no answer. */
function withKey({ call, values, ids }: Changes): CallArgs {
  const name = nameOf(call);
  const known = sent.get(name);
  const isKnown = known !== undefined && Date.now() - known.at < SAME_MS;
  const key = isKnown ? known.key : newKey();
  if (!isKnown) sent.set(name, { key, at: Date.now(), values: JSON.stringify(values), ids });
  return { ...call, body: { ...call.body, idempotency_key: key } };
}

/** After another change of the same events, one without an answer is not taken for the same any more. */
function forget({ call, values, ids }: Changes): void {
  const isOfSame = ({ ids: others }: Sent) =>
    ids !== undefined && others !== undefined && (ids === null || others === null || others.some((id) => ids.includes(id)));
  for (const [name, other] of sent) if (other.values !== JSON.stringify(values) && isOfSame(other)) sent.delete(name);
  sent.delete(nameOf(call));
}

/** The parts of an endpoint whose calls are made once: one whose answer did not come can be sent again, and then gets it. */
export const sentOnce = <C, A>(toSend: (change: C) => Changes) => ({
  query: (change: C) => withKey(toSend(change)),
  transformResponse: (answer: A, _: unknown, change: C) => {
    forget(toSend(change));
    return answer;
  },
  transformErrorResponse: (problem: Problem, _: unknown, change: C) => {
    // What was refused was not made.
    if (!isUnsure(problem)) sent.delete(nameOf(toSend(change).call));
    return problem;
  },
});

/** Says why a change failed, and offers it again where it may have been made: whatever the page shows by now, the same is sent. */
export const notifyUnsent = (title: string, error: unknown, again: () => void): string =>
  notifyProblem(title, error, isUnsure(toProblem(error)) ? again : undefined);

/** For a hook whose functions send something again: the linter takes what calls itself for a part of the rendering, where the clock is not read. */
export const timeOfSending = (): number => Date.now();
