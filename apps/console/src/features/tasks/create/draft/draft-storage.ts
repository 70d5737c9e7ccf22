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

/** The draft stored in this browser for a form (a kind of task, or one task's update), or null. */
export function loadDraft(form: string, userId: string): Draft | null {
  const stored = readStored(key(form, userId));
  if (stored === null) return null;
  try {
    const value: unknown = JSON.parse(stored);
    return isDraft(value) ? value : null;
  } catch {
    return null;
  }
}

/** Stores the draft; null removes it. Passwords and tokens in remote addresses are never stored. */
export function saveDraft(form: string, userId: string, draft: Draft | null): void {
  if (draft === null) return writeStored(key(form, userId), null);
  const repositories = draft.repositories.map((one) => ({
    ...one,
    repo_url: withoutCredentials(one.repo_url),
    git_remote_url: maskCredentials(one.git_remote_url),
  }));
  writeStored(key(form, userId), JSON.stringify({ ...draft, repositories }));
}
