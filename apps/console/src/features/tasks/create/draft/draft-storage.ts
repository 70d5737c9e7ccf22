import { readStored, writeStored } from '../../../../shared/lib/storage.ts';
import { type Draft, EMPTY_DRAFT } from './draft.ts';
import { maskCredentials, withoutCredentials } from '../repositories/repository-address.ts';

/** A draft of another person or of another version of the form is ignored. */
const key = (form: string, userId: string): string => `leakwatch.draft.${form}.v2.${userId}`;

const sameShape = (value: unknown, model: unknown): boolean => {
  if (Array.isArray(model)) return Array.isArray(value);
  if (typeof model !== 'object' || model === null) return typeof value === typeof model;
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(model).every(([name, part]) => sameShape(Reflect.get(value, name), part));
};

/** True when `value` has every part that the form needs. */
const isDraft = (value: unknown): value is Draft => sameShape(value, EMPTY_DRAFT);

/** The version of a task that a draft was typed over, and its form; null for a new task. */
export interface Seen {
  readonly version: number | null;
  readonly draft: Draft;
}
export interface StoredDraft {
  readonly draft: Draft;
  /** null for a draft that was stored without it. */
  readonly seen: Seen | null;
}

const isSeen = (value: unknown): value is Seen => {
  if (typeof value !== 'object' || value === null || !('version' in value) || !('draft' in value)) return false;
  return (value.version === null || typeof value.version === 'number') && isDraft(value.draft);
};

/** The draft stored in this browser for a form (a kind of task, or one task's update), or null. */
export function loadDraft(form: string, userId: string): StoredDraft | null {
  const stored = readStored(key(form, userId));
  if (stored === null) return null;
  try {
    const value: unknown = JSON.parse(stored);
    if (!isDraft(value)) return null;
    const seen: unknown = Reflect.get(value, 'seen');
    return { draft: value, seen: isSeen(seen) ? seen : null };
  } catch {
    return null;
  }
}

/** Stores the draft with what it was typed over; null removes it. Passwords and tokens in remote addresses are never stored. */
export function saveDraft(form: string, userId: string, stored: { readonly draft: Draft; readonly seen: Seen } | null): void {
  if (stored === null) return writeStored(key(form, userId), null);
  const { draft, seen } = stored;
  const repositories = draft.repositories.map((one) => ({
    ...one,
    repo_url: withoutCredentials(one.repo_url),
    git_remote_url: maskCredentials(one.git_remote_url),
  }));
  writeStored(key(form, userId), JSON.stringify({ ...draft, repositories, seen }));
}
