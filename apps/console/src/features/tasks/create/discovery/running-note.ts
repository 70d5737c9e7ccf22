import { readStored, writeStored } from '../../../../shared/lib/storage.ts';
import type { ObserverDraft } from '../draft.ts';
import { observerKey } from './observer.ts';

const key = (userId: string): string => `leakwatch.discovery.v1.${userId}`;

/** Remembers what is being asked for, so that who left and comes back finds it; null forgets it. */
export const noteRunning = (userId: string, observer: ObserverDraft | null): void =>
  writeStored(key(userId), observer === null ? null : observerKey(observer));

/** Whether a discovery for this observer was under way when the page was left. */
export const wasRunning = (userId: string, observer: ObserverDraft): boolean => readStored(key(userId)) === observerKey(observer);
