import { readStored, writeStored } from '../../../shared/lib/storage.ts';
import { type Draft, EMPTY_DRAFT } from './draft.ts';
import { withoutCredentials } from './repository-address.ts';

/** A draft of another person or of another shape of the form is not taken. */
const key = (userId: string): string => `leakwatch.draft.git_monitoring.v1.${userId}`;

const sameShape = (value: unknown, model: unknown): boolean => {
  if (Array.isArray(model)) return Array.isArray(value);
  if (typeof model !== 'object' || model === null) return typeof value === typeof model;
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(model).every(([name, part]) => sameShape(Reflect.get(value, name), part));
};

/** True when `value` has every part that the form reads. */
const isDraft = (value: unknown): value is Draft => sameShape(value, EMPTY_DRAFT);

/** The draft left in this browser, or null. */
export function loadDraft(userId: string): Draft | null {
  const stored = readStored(key(userId));
  if (stored === null) return null;
  try {
    const value: unknown = JSON.parse(stored);
    return isDraft(value) ? value : null;
  } catch {
    return null;
  }
}

/** Keeps the draft; passwords and tokens in remote addresses never reach the browser's storage. */
export function saveDraft(userId: string, draft: Draft): void {
  if (draft === EMPTY_DRAFT) return writeStored(key(userId), null);
  const repositories = draft.repositories.map((one) => ({
    ...one,
    repo_url: withoutCredentials(one.repo_url),
    git_remote_url: withoutCredentials(one.git_remote_url),
  }));
  writeStored(key(userId), JSON.stringify({ ...draft, repositories }));
}
