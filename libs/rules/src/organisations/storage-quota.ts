import { STORAGE_LEVELS, STORAGE_POLICIES, STORAGE_SLACK_PERCENT, type StorageLevel } from '@leakwatch/vocabulary';

export const GIGABYTE = 1024 ** 3;
/** In gigabytes; a petabyte is more than any installation has. */
export const STORAGE_QUOTA_MAX = 1024 ** 2;

const highest = (percent: number): number => STORAGE_LEVELS.findLastIndex((level) => percent >= STORAGE_POLICIES[level].from);

/**
 * The level of a use of so many bytes. It rises at once, and falls when the use is STORAGE_SLACK_PERCENT below the level before.
 * @param quota bytes, at least 1
 */
export function storageLevel(bytes: number, quota: number, before: StorageLevel): StorageLevel {
  const percent = (bytes / quota) * 100;
  const [now, atSlack] = [highest(percent), highest(percent + STORAGE_SLACK_PERCENT)];
  const level = Math.max(now, Math.min(atSlack, STORAGE_LEVELS.indexOf(before)));
  return STORAGE_LEVELS[level] ?? 'free';
}
