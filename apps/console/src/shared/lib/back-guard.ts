/** What must be asked before Back or Forward leaves the page. */
export interface BackGuard {
  readonly isNeeded: () => boolean;
  /** The step was taken back; `proceed` takes it again. */
  readonly ask: (proceed: () => void) => void;
}

let guards: readonly BackGuard[] = [];

/** Returns what ends it. */
export function guardBack(guard: BackGuard): () => void {
  guards = [guard, ...guards];
  return () => {
    guards = guards.filter((one) => one !== guard);
  };
}

/** The one that was set last. */
export const backGuard = (): BackGuard | null => guards[0] ?? null;
