import { useEffect, useRef } from 'react';

/** Something that the open page can do now, offered by the command palette. It opens no dialog: the palette gives the focus back. */
export interface PageAction {
  /** The same for the same action: the palette remembers what was used. */
  readonly id: string;
  readonly title: string;
  /** What the action is about. */
  readonly about: string | null;
  /** The key that does the same without the palette. */
  readonly shortcut: string;
  readonly run: () => void;
}

const offered = new Set<{ readonly current: readonly PageAction[] }>();

/** Offers actions while the component is mounted. */
export function usePageActions(actions: readonly PageAction[]): void {
  const current = useRef(actions);
  useEffect(() => {
    current.current = actions;
  });
  useEffect(() => {
    offered.add(current);
    return () => void offered.delete(current);
  }, []);
}

/** The actions of now. Of two with one id the later is meant. */
export const pageActions = (): readonly PageAction[] => [
  ...new Map([...offered].flatMap(({ current }) => current).map((action) => [action.id, action])).values(),
];
