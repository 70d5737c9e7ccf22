import { type ReactNode, useSyncExternalStore } from 'react';

/** The log keeps this many messages; the oldest are dropped first. */
const KEPT = 20;

interface Message {
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly title: string;
  readonly text: ReactNode;
}

let messages: readonly Message[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: readonly Message[]): void {
  messages = next;
  for (const notify of listeners) notify();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Keeps a message that disappears by itself, newest first. */
export function keepMessage(title: string, text: ReactNode): void {
  lastId += 1;
  set([{ id: lastId, at: Date.now(), title, text }, ...messages].slice(0, KEPT));
}

/** Cleared at sign-out, so that the next person at this browser sees none of it. */
export const forgetMessages = (): void => set([]);

export const useMessages = (): readonly Message[] => useSyncExternalStore(subscribe, () => messages);
