import { useEffect, useEffectEvent, useState } from 'react';
import { useStore } from 'react-redux';
import type { WithSession } from '../api/session-state.ts';
import { useSettings } from '../api/settings.ts';

/**
 * What was typed in forms when the session ended, until the same person is signed in again and the form is open again. In memory only:
 * some of it is secret, and a reload or signing out takes it away.
 */
export class TypedKeeper<T> {
  private readonly kept = new Map<string, T>();

  private static key(user: string, name: string): string {
    return `${user} ${name}`;
  }

  /** What this person typed in the form of this name; null where nothing was. */
  find(user: string, name: string): T | null {
    return this.kept.get(TypedKeeper.key(user, name)) ?? null;
  }

  keep(user: string, name: string, typed: T): void {
    this.kept.set(TypedKeeper.key(user, name), typed);
  }

  forget(user: string, name: string): void {
    this.kept.delete(TypedKeeper.key(user, name));
  }
}

const useUser = (): string => useSettings()?.user_id ?? '';

/** What the person who is signed in typed in this form when the session ended; null where nothing was. */
export function useFoundTyped<T>(keeper: TypedKeeper<T> | undefined, name: string): T | null {
  const user = useUser();
  const [found] = useState(() => keeper?.find(user, name) ?? null);
  return found;
}

/** Keeps `typed` when the session ends while the form is open. `typed`: null where there is nothing to keep. */
export function useKeepTyped<T>(keeper: TypedKeeper<T> | undefined, name: string, typed: T | null): void {
  const user = useUser();
  const store = useStore<WithSession>();
  const leave = useEffectEvent(() => {
    if (typed !== null && store.getState().session.lost) keeper?.keep(user, name, typed);
  });
  useEffect(() => {
    // It is in the form now.
    keeper?.forget(user, name);
    return () => leave();
  }, [keeper, user, name]);
}
