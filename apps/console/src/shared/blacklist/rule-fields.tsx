import { comparedNames, RULE_OWNER_MAX, RULE_REPO_MAX } from '@leakwatch/rules';
import { BLACKLIST_SOURCES, BLOCK_TYPES } from '@leakwatch/vocabulary';
import { NativeSelect, Radio, Stack, TextInput } from '@mantine/core';
import { useTexts } from '../i18n/use-texts.ts';
import { useCodeTexts } from '../i18n/problem-text.ts';
import type { RuleDraft } from './rule-draft.ts';

interface RuleFieldsProps {
  readonly draft: RuleDraft;
  readonly faults: Readonly<Record<string, string>>;
  readonly onChange: (change: Partial<RuleDraft>) => void;
  readonly onLeave: (field: 'rule_owner' | 'rule_repo') => void;
}

/** Room for at-signs and spaces around a name, which are removed. */
const SPARE = 10;
const MAX = { rule_owner: RULE_OWNER_MAX, rule_repo: RULE_REPO_MAX };

/** What the rule excludes, and at which source. A name that the block type does not use has no field. */
export function RuleFields({ draft, faults, onChange, onLeave }: RuleFieldsProps) {
  const { t } = useTexts();
  const texts = useCodeTexts();
  const needs = comparedNames(draft.block_type);
  const name = (field: 'rule_owner' | 'rule_repo', focus: boolean) => (
    <TextInput
      name={field}
      label={t(`blacklist.${field}`)}
      maxLength={MAX[field] + SPARE}
      value={draft[field]}
      error={faults[field] === undefined ? undefined : texts.fault(faults[field])}
      onChange={(event) => onChange({ [field]: event.currentTarget.value })}
      // An error text would move a button away from under the pointer; saving shows it in any case.
      onBlur={(event) => event.relatedTarget instanceof HTMLButtonElement || onLeave(field)}
      autoComplete="off"
      spellCheck={false}
      {...(focus && { 'data-autofocus': true })}
    />
  );
  return (
    <Stack gap="md">
      <Radio.Group
        label={t('blacklist.block')}
        value={draft.block_type}
        onChange={(value) => {
          const block_type = BLOCK_TYPES.find((one) => one === value);
          if (block_type !== undefined) onChange({ block_type });
        }}
      >
        <Stack gap={6} mt={6}>
          {BLOCK_TYPES.map((block) => (
            <Radio key={block} value={block} label={t(`blacklist.block_type.${block}`)} />
          ))}
        </Stack>
      </Radio.Group>
      <NativeSelect
        name="source_type"
        label={t('blacklist.source')}
        description={t('blacklist.source_hint')}
        data={[
          ...BLACKLIST_SOURCES.map((value) => ({ value, label: t(`common.sources.${value}`) })),
          { value: 'pastebin', label: t('common.sources.pastebin'), disabled: true },
        ]}
        value={draft.source_type}
        error={faults['source_type'] === undefined ? undefined : texts.fault(faults['source_type'])}
        onChange={(event) => {
          const source_type = BLACKLIST_SOURCES.find((one) => one === event.currentTarget.value);
          if (source_type !== undefined) onChange({ source_type });
        }}
      />
      {needs.owner && name('rule_owner', true)}
      {needs.repository && name('rule_repo', !needs.owner)}
    </Stack>
  );
}
