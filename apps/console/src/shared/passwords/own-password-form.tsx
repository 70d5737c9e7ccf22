import { brokenPasswordRules } from '@leakwatch/rules';
import { Button, Stack, Text } from '@mantine/core';
import { type SyntheticEvent, useId, useRef, useState } from 'react';
import { useTexts } from '../i18n/use-texts.ts';
import { useCodeTexts } from '../i18n/problem-text.ts';
import { useSentFocus } from '../lib/use-sent-focus.ts';
import { ProblemBlock } from '../ui/blocks.tsx';
import { SentFields } from '../ui/sent-fields.tsx';
import { useChangePasswordMutation } from './api.ts';
import { PasswordField } from './password-field.tsx';
import { PasswordRules } from './password-rules.tsx';
import { useSending } from '../lib/use-sending.ts';

const NOTHING = { old: '', fresh: '', repeat: '' };

/** Changes the password of the signed-in person: old password, new password, and the new one again. */
export function OwnPasswordForm({ onChanged }: { onChanged: () => void }) {
  const { t } = useTexts();
  const texts = useCodeTexts();
  const rulesId = useId();
  const [change] = useChangePasswordMutation();
  const { problem, sending, forget, send } = useSending(t('password.failed'));
  const [typed, setTyped] = useState(NOTHING);
  const form = useRef<HTMLFormElement>(null);
  const onSent = useSentFocus(form, sending);
  const fault = (field: string): string | undefined => {
    const code = problem?.fields[field];
    return code === undefined ? undefined : texts.fault(code);
  };
  const type = (name: keyof typeof NOTHING) => (value: string) => {
    forget();
    setTyped({ ...typed, [name]: value, ...(name === 'fresh' && value === '' && { repeat: '' }) });
  };
  const differs = typed.repeat !== '' && typed.repeat !== typed.fresh;
  const ready = typed.old !== '' && brokenPasswordRules(typed.fresh).length === 0 && typed.repeat === typed.fresh;
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (!ready) return;
    onSent();
    const result = await send(change({ old_password: typed.old, new_password: typed.fresh }));
    if (result.error !== undefined) return;
    setTyped(NOTHING);
    onChanged();
  };
  return (
    <form ref={form} onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md" maw={420}>
        {problem !== null && problem.code !== 'password_refused' && <ProblemBlock title={t('password.failed')} problem={problem} />}
        {problem?.code === 'password_refused' && (
          <Text c="var(--mantine-color-error)" role="alert">
            {t('password.failed')}
          </Text>
        )}
        <SentFields sending={sending}>
          <PasswordField
            name="old_password"
            label={t('password.old')}
            autoComplete="current-password"
            value={typed.old}
            onChange={type('old')}
            error={fault('old_password')}
          />
          <PasswordField
            name="new_password"
            label={t('password.fresh')}
            autoComplete="new-password"
            value={typed.fresh}
            onChange={type('fresh')}
            error={fault('new_password')}
            describedBy={rulesId}
          />
          <PasswordRules id={rulesId} password={typed.fresh} />
          <PasswordField
            name="repeat_password"
            label={t('password.repeat')}
            autoComplete="new-password"
            value={typed.repeat}
            onChange={type('repeat')}
            disabled={typed.fresh === ''}
            error={differs ? t('password.differ') : undefined}
          />
        </SentFields>
        <div>
          <Button type="submit" size="sm" loading={sending} disabled={!ready}>
            {t('password.change')}
          </Button>
        </div>
      </Stack>
    </form>
  );
}
