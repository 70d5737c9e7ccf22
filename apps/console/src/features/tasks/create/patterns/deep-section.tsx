import { checkDeepPattern, DEEP_RULES } from '@leakwatch/rules';
import { Stack, Text, TextInput } from '@mantine/core';
import { CheckCircleFillIcon, XCircleFillIcon } from '@primer/octicons-react';
import { useId } from 'react';
import { useTexts } from '../../../../shared/i18n/use-texts.ts';
import { useCodeTexts } from '../../../../shared/i18n/problem-text.ts';
import classes from '../create.module.css';
import { faultAt } from '../draft/check-draft.ts';
import type { CreateForm } from '../use-create-form.ts';

/** The pattern of a deep search task, with each of its rules marked as met or not met. */
export function DeepSection({ form }: { form: CreateForm }) {
  const { t } = useTexts();
  const texts = useCodeTexts();
  const id = useId();
  const kept = checkDeepPattern(form.draft.deep);
  const fault = faultAt(form.faults, 'patterns.deep');
  return (
    <Stack gap="sm" maw={640}>
      <TextInput
        label={t('create.form.deep_pattern')}
        description={t('create.form.deep_hint')}
        required
        spellCheck={false}
        autoComplete="off"
        aria-describedby={id}
        error={fault === undefined ? undefined : texts.fault(fault)}
        value={form.draft.deep}
        onChange={(event) => form.change({ deep: event.currentTarget.value })}
        onBlur={() => form.leave('patterns.deep')}
      />
      <ul id={id} style={{ margin: 0, padding: 0, listStyle: 'none' }}>
        {DEEP_RULES.map((rule) => (
          <Text component="li" key={rule} className={kept[rule] ? classes['kept'] : classes['fault']}>
            {kept[rule] ? (
              <CheckCircleFillIcon size={14} aria-label={t('create.form.rule_kept')} />
            ) : (
              <XCircleFillIcon size={14} aria-label={t('create.form.rule_broken')} />
            )}{' '}
            {t(`create.form.${rule}`)}
          </Text>
        ))}
      </ul>
      <Text c="dimmed">{t('create.form.deep_secret')}</Text>
    </Stack>
  );
}
