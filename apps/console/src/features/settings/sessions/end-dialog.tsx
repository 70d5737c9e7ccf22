import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { type Problem, toProblem } from '../../../shared/api/problem.ts';
import { useCodeTexts } from '../../../shared/i18n/problem-text.ts';
import { PasswordField } from '../../../shared/passwords/password-field.tsx';
import { ProblemBlock } from '../../../shared/ui/blocks.tsx';
import { useReturnFocus } from '../../../shared/lib/use-return-focus.ts';
import { DialogTitle } from '../../../shared/ui/dialog-title.tsx';
import { notifySuccess } from '../../../shared/ui/notify.tsx';
import { useEndOtherSessionsMutation, useEndSessionMutation } from '../api.ts';

/** The id of a session, or all other sessions. */
export type Ending = { readonly id: string; readonly name: string } | 'others';

/** Ends sessions after the password is entered again: an unattended browser must not lock its owner out elsewhere. */
export function EndDialog({ ending, onClose }: { ending: Ending; onClose: () => void }) {
  const { t } = useTexts();
  useReturnFocus();
  const texts = useCodeTexts();
  const [endSession, one] = useEndSessionMutation();
  const [endOthers, others] = useEndOtherSessionsMutation();
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<Problem | null>(null);
  const all = ending === 'others';
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    const { error } = all ? await endOthers({ password }) : await endSession({ id: ending.id, password });
    if (error !== undefined) return setProblem(toProblem(error));
    notifySuccess(t(all ? 'settings.sessions.ended_others' : 'settings.sessions.ended'));
    return onClose();
  };
  const fault = problem?.fields['password'];
  const title = all ? t('settings.sessions.end_others') : t('settings.sessions.end_title');
  return (
    <Modal opened onClose={onClose} withCloseButton={false}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md">
          <DialogTitle>{title}</DialogTitle>
          <Text className="lw-break">
            {all ? t('settings.sessions.end_others_text') : t('settings.sessions.end_text', { name: ending.name })}
          </Text>
          {problem !== null && fault === undefined && <ProblemBlock title={t('settings.sessions.end_failed')} problem={problem} />}
          <PasswordField
            name="password"
            label={t('settings.sessions.password')}
            autoComplete="current-password"
            value={password}
            onChange={(value) => {
              setProblem(null);
              setPassword(value);
            }}
            error={fault === undefined ? undefined : texts.fault(fault)}
          />
          <Group gap="sm" justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" color="red" disabled={password === ''} loading={one.isLoading || others.isLoading}>
              {t(all ? 'settings.sessions.end_others' : 'settings.sessions.end')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
