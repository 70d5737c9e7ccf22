import type { BlacklistRuleRow } from '@leakwatch/contracts';
import { readRule, type RuleFault, type RuleForm } from '@leakwatch/rules';
import { useRef, useState } from 'react';
import { useTexts } from '../i18n/use-texts.ts';
import { type Problem, toProblem } from '../api/problem.ts';
import { ask } from '../ui/ask.ts';
import { useIsHere } from '../lib/use-is-here.ts';
import { isChanged } from '../lib/changed-meanwhile.ts';
import { notifyProblem } from '../ui/notify.tsx';
import { useCreateRuleMutation, useUpdateRuleMutation } from './api.ts';
import { type RuleDraft, toBody } from './rule-draft.ts';
import { useRuleName } from './use-rule-name.ts';

/** `isOpen`: the form is still there to be closed. */
export type OnRuleSaved = (id: string, rule: RuleForm, isOpen: boolean) => void;

type Faults = Readonly<Record<string, string>>;

/** The fault of a field that was left. An empty name is a fault only when the rule is saved. */
export function faultOf(draft: RuleDraft, field: 'rule_owner' | 'rule_repo'): RuleFault | undefined {
  const read = readRule(draft);
  return 'faults' in read && draft[field].trim() !== '' ? read.faults[field] : undefined;
}

/** Creates or changes a rule; asks before it changes one that applies to all tasks. `saved`: the changed rule, as the form shows it. */
export function useSaveRule(saved: BlacklistRuleRow | null, onSaved: OnRuleSaved) {
  const { t } = useTexts();
  const nameOf = useRuleName();
  const [create, { isLoading: creating }] = useCreateRuleMutation();
  const [update, { isLoading: updating }] = useUpdateRuleMutation();
  const isHere = useIsHere();
  const [faults, setFaults] = useState<Faults>({});
  const [exists, setExists] = useState(false);
  const [changed, setChanged] = useState<Problem | null>(null);
  const [refused, setRefused] = useState<Problem | null>(null);

  const send = async (draft: RuleDraft) => {
    const body = toBody(draft);
    return saved === null ? create(body) : update({ id: saved.id, body: { ...body, update_at: saved.update_at } });
  };

  const saveNow = async (draft: RuleDraft): Promise<void> => {
    setExists(false);
    setChanged(null);
    setRefused(null);
    const read = readRule(draft);
    setFaults('faults' in read ? read.faults : {});
    if ('faults' in read) return;
    const asks = saved?.global_state === true || (saved !== null && draft.task === null);
    const question = {
      title: t('blacklist.global.title'),
      text: t('blacklist.global.text', { name: nameOf(read.rule) }),
      confirm: t('blacklist.global.confirm'),
      cancel: t('common.cancel'),
    };
    if (asks && !(await ask(question))) return;
    const { data, error } = await send(draft);
    if (data === undefined) {
      const problem = toProblem(error);
      // The form is closed already: it cannot show why.
      if (!isHere()) return void notifyProblem(t('blacklist.save_failed'), problem);
      setFaults(problem.fields);
      if (problem.code === 'rule_exists') setExists(true);
      else if (isChanged(problem)) setChanged(problem);
      else setRefused(problem);
      return;
    }
    onSaved(data.id, read.rule, isHere());
  };

  /** A second Enter comes before the question of the first: the rule would be asked about and saved twice. */
  const isSaving = useRef(false);
  const save = async (draft: RuleDraft): Promise<void> => {
    if (isSaving.current) return;
    isSaving.current = true;
    await saveNow(draft).finally(() => {
      isSaving.current = false;
    });
  };

  /** Why the form cannot be saved, whatever it said before. */
  const refuse = (problem: Problem | null): void => {
    setChanged(null);
    setRefused(problem);
  };

  return { save, busy: creating || updating, faults, setFaults, exists, changed, refused, refuse, forgetRefusal: () => setRefused(null) };
}
