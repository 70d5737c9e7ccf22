import type { BlacklistRuleRow } from '@leakwatch/contracts';
import { comparedNames } from '@leakwatch/rules';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { AlertIcon } from '@primer/octicons-react';
import { useRef, useState } from 'react';
import { useTexts } from '../i18n/use-texts.ts';
import { useMayBeOwn } from '../lib/use-may-be-own.ts';
import { useSentFocus } from '../lib/use-sent-focus.ts';
import { isSame, keepTyped, useStored } from '../lib/changed-meanwhile.ts';
import { TypedKeeper, useFoundTyped, useKeepTyped } from '../lib/kept-typed.ts';
import type { TypedDraft } from '../lib/use-dialog-form.ts';
import { ChangedNote } from '../ui/changed-note.tsx';
import { DialogTitle } from '../ui/dialog-title.tsx';
import { useUnsaved } from '../ui/form-dialog.tsx';
import { useLazyGetRuleQuery } from './api.ts';
import { draftOfRule, type RuleDraft } from './rule-draft.ts';
import { RuleFields } from './rule-fields.tsx';
import { useCodeTexts } from '../i18n/problem-text.ts';
import { RefusalNote } from '../ui/refusal-note.tsx';
import { SentFields } from '../ui/sent-fields.tsx';
import { TaskSelect } from './task-select.tsx';
import { faultOf, type OnRuleSaved, useSaveRule } from './use-save-rule.ts';

const kept = new TypedKeeper<TypedDraft<RuleDraft>>();

interface RuleFormProps {
  readonly start: RuleDraft;
  /** Set when an existing rule is changed. */
  readonly saved: BlacklistRuleRow | null;
  /** A line above the fields that says where their values come from. */
  readonly from?: string;
  readonly onSaved: OnRuleSaved;
  readonly onClose: () => void;
}

/** The theme's yellow is too light for text on white. */
const WARNING = { title: { color: 'var(--lw-in_progress-fg)' }, icon: { color: 'var(--lw-in_progress-fg)' } };

/** The form of a new or an existing blacklist rule. */
export function RuleForm({ start, saved, from, onSaved, onClose }: RuleFormProps) {
  const { t } = useTexts();
  const [read] = useLazyGetRuleQuery();
  const { stored, latest } = useStored(saved, ({ id }) => read(id), draftOfRule);
  const [base, setBase] = useState(start);
  const name = `${saved?.id ?? 'new'} ${start.event ?? ''}`;
  const found = useFoundTyped(kept, name);
  // What was typed before the session ended, over what is stored now.
  const [draft, setDraft] = useState(() => (found === null ? base : keepTyped(found.base, found.draft, base)));
  const [loaded, setLoaded] = useState(false);
  const { save, busy, faults, setFaults, exists, changed, refused, refuse, forgetRefusal } = useSaveRule(stored, onSaved);
  const mayBeOwn = useMayBeOwn(changed ?? refused);
  const texts = useCodeTexts();
  const root = useRef<HTMLFormElement>(null);
  const onSent = useSentFocus(root, busy);
  const isUnsaved = !isSame(draft, base);
  useUnsaved(isUnsaved);
  useKeepTyped(kept, name, isUnsaved ? { base, draft } : null);
  const load = async () => {
    const fresh = await latest?.();
    if (fresh === undefined) return;
    if ('problem' in fresh) return refuse(fresh.problem);
    setDraft((now) => keepTyped(base, now, fresh.draft));
    setBase(fresh.draft);
    setLoaded(true);
  };
  const change = (wanted: Partial<RuleDraft>) => {
    forgetRefusal();
    setDraft((now) => ({ ...now, ...wanted }));
  };
  const leave = (field: 'rule_owner' | 'rule_repo') => {
    const { [field]: _, ...others } = faults;
    const fault = faultOf(draft, field);
    setFaults(fault === undefined ? others : { ...others, [field]: fault });
  };
  const needs = comparedNames(draft.block_type);
  const shown = new Set(['source_type', ...(needs.owner ? ['rule_owner'] : []), ...(needs.repository ? ['rule_repo'] : [])]);
  const isDeleted = saved !== null && refused?.code === 'not_found';
  const refusal = refused === null ? null : isDeleted ? t('unsaved.deleted') : texts.refusal(refused, (field) => shown.has(field));
  return (
    <form
      ref={root}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setLoaded(false);
        void save(draft);
        onSent();
      }}
    >
      <Stack gap="md">
        <DialogTitle>{t(saved === null ? 'blacklist.new_title' : 'blacklist.edit_title')}</DialogTitle>
        {from !== undefined && (
          <Text c="dimmed" className="lw-break">
            {from}
          </Text>
        )}
        <SentFields sending={busy}>
          <RuleFields draft={draft} faults={faults} onChange={change} onLeave={leave} />
          <TaskSelect value={draft.task} org={stored?.org} name={stored?.task_name ?? null} onChange={(task) => change({ task })} />
        </SentFields>
        {(loaded || changed !== null) && <ChangedNote changed={{ problem: loaded ? null : changed, load: () => void load() }} />}
        {exists && (
          <Alert variant="outline" color="yellow" icon={<AlertIcon />} role="alert" title={t('errors.rule_exists')} styles={WARNING}>
            {t('blacklist.exists_hint')}
          </Alert>
        )}
        {refusal !== null && <RefusalNote title={t('blacklist.save_failed')} text={refusal} problem={refused} />}
        {mayBeOwn && <Text role="alert">{t('unsaved.may_be_own')}</Text>}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={busy}>
            {t(saved === null ? 'blacklist.create' : 'blacklist.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
