import { useState } from 'react';
import { type Problem, toProblem } from '../api/problem.ts';

/** What a form shows when someone else changed what it edits. */
export interface Changed {
  /** Who changed what; null once the new version is in the form. */
  readonly problem: Problem | null;
  /** Brings the new version into the form; what the person typed stays. */
  readonly load: () => void;
}

/** A list that was read does not have it any more. */
const DELETED: Problem = { status: 404, code: 'not_found', requestId: null, fields: {}, details: {} };

/** What is stored now as the form has it, or why it was not read. */
export type Latest<Draft> = { readonly draft: Draft } | { readonly problem: Problem };

export type KeepTyped<Draft> = (base: Draft, now: Draft, fresh: Draft) => Draft;

export const isChanged = (problem: Problem | null): boolean => problem?.code === 'changed_meanwhile';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The fresh draft with each field that the person changed as it is in the form. Parts of a draft are compared field by field. */
export function keepTyped<Draft extends object>(base: Draft, now: Draft, fresh: Draft): Draft {
  const [was, typed] = [new Map<string, unknown>(Object.entries(base)), new Map<string, unknown>(Object.entries(now))];
  const kept = Object.entries(fresh).flatMap(([field, value]: [string, unknown]) => {
    const [before, after] = [was.get(field), typed.get(field)];
    if (isSame(before, after)) return [];
    return [[field, isObject(before) && isObject(after) && isObject(value) ? keepTyped(before, after, value) : after]];
  });
  return { ...fresh, ...Object.fromEntries(kept) };
}

interface Loaded<Stored> {
  readonly data?: Stored | undefined;
  readonly error?: unknown;
}

/**
 * What a form edits, as it was when the form opened, and `latest`, which reads it again: its version is the one that the form names when
 * it is saved. null for something new, which no one else changes.
 */
export function useStored<Stored, Draft>(
  given: Stored | null,
  read: (stored: Stored) => PromiseLike<Loaded<Stored>>,
  toDraft: (stored: Stored) => Draft,
): { readonly stored: Stored | null; readonly latest: (() => Promise<Latest<Draft>>) | undefined } {
  const [stored, setStored] = useState(given);
  if (stored === null) return { stored, latest: undefined };
  const latest = async (): Promise<Latest<Draft>> => {
    const { data, error } = await read(stored);
    // A failure leaves what was read before in `data`.
    if (error !== undefined) return { problem: toProblem(error) };
    if (data === undefined) return { problem: DELETED };
    setStored(data);
    return { draft: toDraft(data) };
  };
  return { stored, latest };
}
