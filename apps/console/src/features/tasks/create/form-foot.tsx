import { DEEP_RULES, checkDeepPattern } from '@leakwatch/rules';
import { Button, Group, Text } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './create.module.css';
import { PatternsLeft } from './patterns-left.tsx';
import { countDraft } from './to-body.ts';
import type { CreateForm } from './use-create-form.ts';

interface FormFootProps {
  readonly form: CreateForm;
  readonly limit: number | null;
  readonly busy: boolean;
  readonly isNew: boolean;
  readonly onSubmit: () => void;
}

/** The number of patterns left, the submit button, and the reason when it is disabled. */
export function FormFoot({ form, limit, busy, isNew, onSubmit }: FormFootProps) {
  const { t } = useTranslation();
  const id = useId();
  const { draft, kind } = form;
  const count = countDraft(draft, kind);
  const over = limit !== null && count > limit;
  const unready = kind === 'deep' && (draft.title.trim() === '' || DEEP_RULES.some((rule) => !checkDeepPattern(draft.deep)[rule]));
  return (
    <div className={classes['foot']} data-tour="foot">
      <div id={id}>
        <PatternsLeft count={count} limit={limit} />
        {unready && !over && <Text c="dimmed">{t('create.form.deep_unready')}</Text>}
      </div>
      <Group gap="sm">
        <Button size="sm" loading={busy} disabled={over || unready} aria-describedby={id} onClick={onSubmit}>
          {isNew ? t('create.submit') : t('create.form.submit_update')}
        </Button>
      </Group>
    </div>
  );
}
