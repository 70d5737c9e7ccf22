import { type SyntheticEvent, useState } from 'react';
import type { Changed, KeepTyped, Latest } from './changed-meanwhile.ts';
import { isChanged, isSame, keepTyped } from './changed-meanwhile.ts';
import { type Problem, toProblem } from '../api/problem.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { useCodeTexts } from '../i18n/problem-text.ts';
import { useUnsaved } from '../ui/form-dialog.tsx';
import { notifyProblem } from '../ui/notify.tsx';
import { type TypedKeeper, useFoundTyped, useKeepTyped } from './kept-typed.ts';
import { useIsHere } from './use-is-here.ts';
import { useMayBeOwn } from './use-may-be-own.ts';
import { useLeftFields } from './use-left-fields.ts';

/** What a person typed, and what the form showed before. */
export interface TypedDraft<Draft> {
  readonly base: Draft;
  readonly draft: Draft;
}

interface DialogFormOptions<Draft, Field extends string> {
  readonly start: () => Draft;
  /** The code of what is wrong with each field; nothing when the draft can be sent. */
  readonly check: (draft: Draft) => Readonly<Partial<Record<Field, string>>>;
  /** After a draft with faults was not sent. */
  readonly onFaults?: () => void;
  /** Resolves to why the draft was refused, or to null. */
  readonly save: (draft: Draft) => Promise<Problem | null>;
  /** After the draft was saved, wherever the person is by then: says so. */
  readonly onSaved?: (draft: Draft) => void;
  /** Closes the dialog of a saved form, unless the person has closed it before the answer: another one may be open by then. */
  readonly onClose: () => void;
  /** The title of a refusal that comes when the form is no longer there to show it. */
  readonly failed: string;
  /** Reads what is stored now, after someone else changed it (`useStored`). */
  readonly latest?: (() => Promise<Latest<Draft>>) | undefined;
  /** How what was typed stays in what is stored now; by default field by field. */
  readonly keep?: KeepTyped<Draft>;
  /** Keeps what was typed when the session ends; `name` says what of this kind the form edits. */
  readonly kept?: {
    readonly keeper: TypedKeeper<TypedDraft<Draft>>;
    readonly name: string;
    /** Takes passwords and the like out of what is kept. */
    readonly withoutSecrets?: (draft: Draft) => Draft;
  };
  /** The field that a refusal of the server is about, by the code of the refusal. */
  readonly refused?: Readonly<Partial<Record<string, Field>>>;
  /** What to say when someone deleted what the form changes; by default so for a form with `latest`. */
  readonly deleted?: string | undefined;
  /** The text of a fault of a field; by default the common text of its code. */
  readonly faultText?: (code: string, field: Field) => string;
}

export interface DialogFormState<Draft, Field extends string> {
  readonly draft: Draft;
  readonly saving: boolean;
  readonly edit: (wanted: Partial<Draft>) => void;
  readonly submit: (event: SyntheticEvent) => void;
  readonly leave: (field: Field) => void;
  /** What is wrong with a field, from its own check or from the server. */
  readonly errorAt: (field: Field) => string | undefined;
  /** Someone else changed what the form edits; null while that is not known. */
  readonly changed: Changed | null;
  /** Why the server refused the form, where no field shows it. */
  readonly refusal: string | null;
  /** Why the form was not saved, at a field or not. */
  readonly problem: Problem | null;
  /** An earlier try got no answer, and this one may be refused because of what that did. */
  readonly mayBeOwn: boolean;
}

/** The outcome of a mutation as `save` returns it. */
export const problemOf = ({ error }: { readonly error?: unknown }): Problem | null => (error === undefined ? null : toProblem(error));

/** A form in a dialog: what a person typed, its faults, sending it, and why it was refused. An edit takes the refusal away. */
export function useDialogForm<Draft extends object, Field extends string>(
  options: DialogFormOptions<Draft, Field>,
): DialogFormState<Draft, Field> {
  const { t } = useTexts();
  const texts = useCodeTexts();
  const [base, setBase] = useState(options.start);
  const found = useFoundTyped(options.kept?.keeper, options.kept?.name ?? '');
  // What was typed before the session ended, over what is stored now.
  const [draft, setDraft] = useState(() => (found === null ? base : (options.keep ?? keepTyped)(found.base, found.draft, base)));
  const [loaded, setLoaded] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [saving, setSaving] = useState(false);
  const mayBeOwn = useMayBeOwn(problem);
  const isHere = useIsHere();
  const fields = useLeftFields<Field, string>(options.check(draft));
  const send = async () => {
    if (!fields.mayBeSent()) return options.onFaults?.();
    setSaving(true);
    setLoaded(false);
    setProblem(null);
    const why = await options.save(draft);
    setSaving(false);
    setProblem(why);
    if (why === null) options.onSaved?.(draft);
    if (why === null && isHere()) options.onClose();
    if (why !== null && !isHere()) notifyProblem(options.failed, why);
  };
  const { latest } = options;
  const isUnsaved = !isSame(draft, base);
  useUnsaved(isUnsaved);
  const toKeep = options.kept?.withoutSecrets?.(draft) ?? draft;
  useKeepTyped(options.kept?.keeper, options.kept?.name ?? '', isUnsaved ? { base, draft: toKeep } : null);
  const load = async () => {
    const read = await latest?.();
    if (read === undefined) return;
    if ('problem' in read) return setProblem(read.problem);
    setDraft((now) => (options.keep ?? keepTyped)(base, now, read.draft));
    setBase(read.draft);
    setProblem(null);
    setLoaded(true);
  };
  const changed =
    latest !== undefined && (loaded || isChanged(problem)) ? { problem: loaded ? null : problem, load: () => void load() } : null;
  // The fields that this form shows: those whose faults it has asked for.
  const [shown] = useState(() => new Set<string>());
  const deleted = options.deleted ?? (latest === undefined ? undefined : t('unsaved.deleted'));
  const refused = problem === null ? undefined : options.refused?.[problem.code];
  return {
    draft,
    saving,
    edit: (wanted) => {
      setProblem(null);
      setDraft((now) => ({ ...now, ...wanted }));
    },
    submit: (event) => {
      event.preventDefault();
      void send();
    },
    leave: fields.leave,
    errorAt: (field) => {
      shown.add(field);
      const code = fields.faultAt(field) ?? problem?.fields[field];
      if (code !== undefined) return options.faultText === undefined ? texts.fault(code) : options.faultText(code, field);
      return problem !== null && refused === field ? texts.problem(problem) : undefined;
    },
    changed,
    refusal:
      problem === null || changed !== null || refused !== undefined
        ? null
        : ((problem.code === 'not_found' ? deleted : undefined) ?? texts.refusal(problem, (field) => shown.has(field))),
    problem,
    mayBeOwn,
  };
}
