import { checkDeepPattern, DEEP_RULES } from '@leakwatch/rules';
import { Button, Group, Text } from '@mantine/core';
import { useId, useRef } from 'react';
import { useTasksAreReadOnly } from '../../../shared/api/service-state.ts';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { useHeightAs } from '../../../shared/lib/use-height-as.ts';
import classes from './create.module.css';
import { countDraft } from './draft/to-body.ts';
import type { CreateForm } from './use-create-form.ts';

interface FormFootProps {
  readonly form: CreateForm;
  readonly limit: number | null;
  readonly busy: boolean;
  /** The task is saved, and the next page opens soon. */
  readonly done: boolean;
  readonly isNew: boolean;
  readonly onSubmit: () => void;
}

/** The number of patterns left, the submit button, and the reason when it is disabled. */
export function FormFoot({ form, limit, busy, done, isNew, onSubmit }: FormFootProps) {
  const { t } = useTexts();
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  useHeightAs('--lw-foot', box);
  const { draft, kind } = form;
  const count = countDraft(draft, kind);
  const readOnly = useTasksAreReadOnly();
  const over = limit !== null && count > limit;
  const unready = kind === 'deep' && (draft.title.trim() === '' || DEEP_RULES.some((rule) => !checkDeepPattern(draft.deep)[rule]));
  return (
    <div ref={box} className={classes['foot']} data-tour="foot">
      <div id={id}>
        <PatternsLeft count={count} limit={limit} />
        {readOnly !== null && <Text c="var(--mantine-color-error)">{t(`service.refuses.${readOnly}`)}</Text>}
        {unready && !over && <Text c="dimmed">{t('create.form.deep_unready')}</Text>}
      </div>
      <Group gap="sm">
        <Button
          type="submit"
          size="sm"
          loading={busy && !done}
          // It has the focus again until then.
          {...(done && { 'data-disabled': true, 'aria-disabled': true })}
          disabled={over || unready || readOnly !== null}
          aria-describedby={id}
          onClick={() => done || onSubmit()}
        >
          {isNew ? t('create.submit') : t('create.form.submit_update')}
        </Button>
      </Group>
    </div>
  );
}

/** How many patterns the tariff still allows, or how many are too many. `limit` null: unknown. */
function PatternsLeft({ count, limit }: { count: number; limit: number | null }) {
  const { t } = useTexts();
  if (limit === null) return <Text c="dimmed">{t('create.limit_unknown')}</Text>;
  if (count > limit)
    return (
      <Text c="var(--mantine-color-error)" fw={600} role="alert">
        {t('create.over', { count: count - limit, limit })}
      </Text>
    );
  return <Text role="status">{t('create.left', { count: limit - count, limit })}</Text>;
}
