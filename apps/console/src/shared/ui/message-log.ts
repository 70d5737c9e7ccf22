import { type ReactNode, useSyncExternalStore } from 'react';

/** More are not looked for again; the oldest go first. */
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
  for (const tell of listeners) tell();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Keeps what was said in a message that goes by itself, newest first. */
export function keepMessage(title: string, text: ReactNode): void {
  lastId += 1;
  set([{ id: lastId, at: Date.now(), title, text }, ...messages].slice(0, KEPT));
}

/** The next person at this browser sees nothing of it. */
export const forgetMessages = (): void => set([]);

export const useMessages = (): readonly Message[] => useSyncExternalStore(subscribe, () => messages);
