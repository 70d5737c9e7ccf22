import type { RuleForm as RuleFacts } from '@leakwatch/rules';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { AlertIcon } from '@primer/octicons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSentFocus } from '../lib/use-sent-focus.ts';
import { isSame } from '../lib/changed-meanwhile.ts';
import { DialogTitle } from '../ui/dialog-title.tsx';
import { useUnsaved } from '../ui/form-dialog.tsx';
import type { RuleDraft } from './rule-draft.ts';
import { RuleFields } from './rule-fields.tsx';
import { TaskSelect } from './task-select.tsx';
import { faultOf, type SavedRule, useSaveRule } from './use-save-rule.ts';

interface RuleFormProps {
  readonly start: RuleDraft;
  /** Set when an existing rule is changed. */
  readonly saved: SavedRule | null;
  readonly org?: string | undefined;
  readonly taskName?: string | null;
  /** A line above the fields that says where their values come from. */
  readonly from?: string;
  readonly onSaved: (id: string, rule: RuleFacts) => void;
  readonly onClose: () => void;
}

/** The theme's yellow is too light for text on white. */
const WARNING = { title: { color: 'var(--lw-in_progress-fg)' }, icon: { color: 'var(--lw-in_progress-fg)' } };

/** The form of a new or an existing blacklist rule. */
export function RuleForm({ start, saved, org, taskName = null, from, onSaved, onClose }: RuleFormProps) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState(start);
  const { save, busy, faults, setFaults, exists } = useSaveRule(saved, onSaved);
  const root = useRef<HTMLFormElement>(null);
  const onSent = useSentFocus(root, busy);
  useUnsaved(!isSame(draft, start));
  const change = (wanted: Partial<RuleDraft>) => setDraft((now) => ({ ...now, ...wanted }));
  const leave = (field: 'rule_owner' | 'rule_repo') => {
    const { [field]: _, ...others } = faults;
    const fault = faultOf(draft, field);
    setFaults(fault === undefined ? others : { ...others, [field]: fault });
  };
  return (
    <form
      ref={root}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
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
        <RuleFields draft={draft} faults={faults} onChange={change} onLeave={leave} />
        <TaskSelect value={draft.task} org={org} name={taskName} onChange={(task) => change({ task })} />
        {exists && (
          <Alert variant="outline" color="yellow" icon={<AlertIcon />} role="alert" title={t('errors.rule_exists')} styles={WARNING}>
            {t('blacklist.exists_hint')}
          </Alert>
        )}
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
