import type { TaskFaults } from '@leakwatch/rules';
import { useEffect, useState } from 'react';
import { useSettings } from '../../../shared/api/settings.ts';
import { checkDraft } from './check-draft.ts';
import { type Draft, EMPTY_DRAFT, type ListField } from './draft.ts';
import { loadDraft, saveDraft } from './draft-storage.ts';
import { type Taken, takeTyped } from './to-body.ts';

export type Change = Partial<Omit<Draft, 'lists' | 'typed'>>;

/** The form's state: what was typed, what is wrong with it, what the rules dropped. `limit`: patterns the tariff allows. */
export function useCreateForm(limit: number | null) {
  const userId = useSettings()?.user_id ?? '';
  const [restored, setRestored] = useState(() => loadDraft(userId) !== null);
  const [draft, setDraft] = useState<Draft>(() => loadDraft(userId) ?? EMPTY_DRAFT);
  const [faults, setFaults] = useState<TaskFaults>({});
  const [dropped, setDropped] = useState<Taken['dropped']>({});
  useEffect(() => saveDraft(userId, draft), [userId, draft]);

  /** Checks again what was found wrong before, and the paths that the person just left. */
  const recheck = (next: Draft, paths: readonly string[]) => {
    const found = checkDraft(next, limit);
    const watched = new Set([...Object.keys(faults), ...paths]);
    setFaults(Object.fromEntries(Object.entries(found).filter(([path]) => watched.has(path))));
  };
  const apply = (next: Draft) => {
    setDraft(next);
    recheck(next, []);
  };
  return {
    draft,
    faults,
    dropped,
    restored,
    setFaults,
    change: (change: Change) => apply({ ...draft, ...change }),
    setList: (field: ListField, entries: readonly string[]) => apply({ ...draft, lists: { ...draft.lists, [field]: entries } }),
    type: (field: ListField, text: string) => setDraft({ ...draft, typed: { ...draft.typed, [field]: text } }),
    take: (field: ListField) => {
      if (draft.typed[field].trim() === '') return;
      const taken = takeTyped(draft, [field]);
      apply(taken.draft);
      setDropped({ ...dropped, ...taken.dropped });
    },
    leave: (path: string) => recheck(draft, [path]),
    /** Takes everything typed and checks all; gives the draft when it may be sent. */
    finish: (): Draft | null => {
      const taken = takeTyped(draft);
      setDraft(taken.draft);
      setDropped({ ...dropped, ...taken.dropped });
      const found = checkDraft(taken.draft, limit);
      setFaults(found);
      return Object.keys(found).length === 0 ? taken.draft : null;
    },
    clear: () => {
      setDraft(EMPTY_DRAFT);
      setFaults({});
      setDropped({});
      setRestored(false);
    },
  };
}

export type CreateForm = ReturnType<typeof useCreateForm>;
