import type { TaskFaults } from '@leakwatch/rules';
import type { TaskKind } from '@leakwatch/vocabulary';
import { useEffect, useState } from 'react';
import { useSettings } from '../../../shared/api/settings.ts';
import { checkDraft } from './draft/check-draft.ts';
import type { Draft, ListField } from './draft/draft.ts';
import { keepTypedTask } from './draft/keep-typed-task.ts';
import { loadDraft, saveDraft, type Seen } from './draft/draft-storage.ts';
import { LIST_RULES } from './patterns/list-rules.ts';
import { type Taken, takeTyped } from './draft/to-body.ts';

export type Change = Partial<Omit<Draft, 'lists' | 'typed'>>;

export interface FormOf {
  readonly kind: TaskKind;
  /** The key of the stored draft: the kind, or one task's update. */
  readonly name: string;
  /** The values before anything is typed. */
  readonly initial: Draft;
  /** The version of the task that the values are of; null for a new task. */
  readonly version: number | null;
  /** How many patterns the tariff allows; null while unknown. */
  readonly limit: number | null;
}

/** The state of the form: typed values, faults, and entries that the rules dropped. */
export function useCreateForm({ kind, name, initial, version, limit }: FormOf) {
  const userId = useSettings()?.user_id ?? '';
  // Keeps its first value: loading the task again must not overwrite what is being typed.
  const [stored] = useState(() => loadDraft(name, userId));
  const [opened] = useState<Seen>({ version, draft: initial });
  // What the person saw when typing began: a restored draft may be older than the task that was loaded.
  const [seen, setSeen] = useState<Seen>(stored?.seen ?? opened);
  const [restored, setRestored] = useState(stored !== null);
  const [draft, setDraft] = useState<Draft>(stored?.draft ?? initial);
  const [faults, setFaults] = useState<TaskFaults>({});
  const [dropped, setDropped] = useState<Taken['dropped']>({});
  const [saved, setSaved] = useState(false);
  useEffect(() => saveDraft(name, userId, saved || draft === seen.draft ? null : { draft, seen }), [name, userId, draft, seen, saved]);

  /** Checks again the paths that had faults, and those that the person just left. */
  const recheck = (next: Draft, paths: readonly string[]) => {
    const found = checkDraft(next, kind, limit);
    const watched = new Set([...Object.keys(faults), ...paths]);
    setFaults(Object.fromEntries(Object.entries(found).filter(([path]) => watched.has(path))));
  };
  const apply = (next: Draft) => {
    setDraft(next);
    recheck(next, []);
  };
  return {
    kind,
    draft,
    faults,
    dropped,
    restored,
    setFaults,
    change: (change: Change) => apply({ ...draft, ...change }),
    setList: (field: ListField, entries: readonly string[]) => apply({ ...draft, lists: { ...draft.lists, [field]: entries } }),
    type: (field: ListField, text: string) => setDraft({ ...draft, typed: { ...draft.typed, [field]: text } }),
    /** Adds entries through the rule of the list. Entries that a service dropped are reported with those that the rule drops. */
    add: (field: ListField, texts: readonly string[], also: NonNullable<Taken['dropped'][ListField]> = []) => {
      const sorted = LIST_RULES[field]([...draft.lists[field], ...texts]);
      apply({ ...draft, lists: { ...draft.lists, [field]: sorted.accepted } });
      setDropped({ ...dropped, [field]: [...also, ...sorted.dropped] });
    },
    take: (field: ListField) => {
      if (draft.typed[field].trim() === '') return;
      const taken = takeTyped(draft, [field]);
      apply(taken.draft);
      setDropped({ ...dropped, ...taken.dropped });
    },
    forget: (field: ListField) => setDropped({ ...dropped, [field]: [] }),
    leave: (path: string) => recheck(draft, [path]),
    /** Adds the text typed in place and checks everything; gives the draft if it can be sent. Entries dropped only now are shown first. */
    finish: (): Draft | null => {
      const taken = takeTyped(draft);
      setDraft(taken.draft);
      setDropped({ ...dropped, ...taken.dropped });
      const found = checkDraft(taken.draft, kind, limit);
      setFaults(found);
      const unseen = Object.values(taken.dropped).some((lines) => lines.length > 0);
      return Object.keys(found).length === 0 && !unseen ? taken.draft : null;
    },
    /** Called after the save: the stored draft is removed, also when the person has left the form before the answer. */
    close: () => {
      saveDraft(name, userId, null);
      setSaved(true);
    },
    version: seen.version,
    /** Brings what another person saved into the form; what was typed stays. */
    load: (fresh: Seen) => {
      const next = keepTypedTask(seen.draft, draft, fresh.draft);
      setSeen(fresh);
      apply(next);
    },
    clear: () => {
      setSeen(opened);
      setDraft(opened.draft);
      setFaults({});
      setDropped({});
      setRestored(false);
    },
  };
}

export type CreateForm = ReturnType<typeof useCreateForm>;
