import { readStored, writeStored } from '../../shared/lib/storage.ts';

/** Signing out forgets it with everything else that belongs to the account. */
const KEY = 'leakwatch.palette';
const KEPT = 20;

/** Ids of what was chosen in this browser, the last one first. */
export function recentIds(): readonly string[] {
  const stored = readStored(KEY);
  return stored === null ? [] : stored.split('\n').filter((id) => id !== '');
}

export function rememberId(id: string): void {
  writeStored(KEY, [id, ...recentIds().filter((one) => one !== id)].slice(0, KEPT).join('\n'));
}
