import { readStored, writeStored } from '../../../../shared/lib/storage.ts';
import type { ObserverDraft } from '../draft.ts';
import { observerKey } from './observer.ts';

const key = (userId: string): string => `leakwatch.discovery.v1.${userId}`;

/** Stores which discovery runs, so that it is found again after leaving the page; null clears it. */
export const noteRunning = (userId: string, observer: ObserverDraft | null): void =>
  writeStored(key(userId), observer === null ? null : observerKey(observer));

/** Whether a discovery for this observer was under way when the page was left. */
export const wasRunning = (userId: string, observer: ObserverDraft): boolean => readStored(key(userId)) === observerKey(observer);
