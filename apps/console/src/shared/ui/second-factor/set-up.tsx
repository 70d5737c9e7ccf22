import { Group, Stack, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { type Problem, toProblem } from '../../api/problem.ts';
import { useAddTwoFactorMutation, useConfirmTwoFactorMutation } from '../../api/two-factor.ts';
import { grouped } from '../../lib/typed-code.ts';
import { ProblemBlock, SkeletonRows } from '../blocks.tsx';
import { CodeForm } from './code-form.tsx';
import { CopyButton } from '../copy-button.tsx';
import classes from './set-up.module.css';

/** Apps that read the QR image and support RFC 6238. Names need no translation. */
const AUTHENTICATOR_APPS = [
  { name: 'Google Authenticator', runsOn: 'Android, iOS' },
  { name: 'Microsoft Authenticator', runsOn: 'Android, iOS' },
  { name: 'FreeOTP', runsOn: 'Android, iOS' },
  { name: 'Aegis', runsOn: 'Android' },
  { name: '2FAS', runsOn: 'Android, iOS' },
  { name: 'KeePassXC', runsOn: 'Linux, macOS, Windows' },
] as const;

interface SetUpProps {
  /** The recovery codes of the finished set-up; they are never shown again. */
  readonly onDone: (recoveryCodes: readonly string[]) => void;
  readonly onRefused?: (problem: Problem) => void;
}

/** Sets up a second factor: the person scans the image or types the key, then enters a code of the app. */
export function SetUp({ onDone, onRefused }: SetUpProps) {
  const { t } = useTexts();
  const [add, { data, error }] = useAddTwoFactorMutation();
  const [confirm] = useConfirmTwoFactorMutation();
  const asked = useRef(false);
  useEffect(() => {
    // Every call creates a new seed, so it is made once.
    if (asked.current) return;
    asked.current = true;
    void add();
  });
  if (error !== undefined) return <ProblemBlock title={t('twoFactor.add_failed')} problem={toProblem(error)} onRetry={() => void add()} />;
  if (data === undefined) return <SkeletonRows rows={3} height={36} />;
  const onCode = async (token: string) => {
    const result = await confirm({ token });
    if (result.error === undefined) {
      onDone(result.data.recovery_codes);
      return null;
    }
    const problem = toProblem(result.error);
    onRefused?.(problem);
    return problem;
  };
  return (
    <Stack gap="md">
      <div>
        <Text>{t('twoFactor.apps')}</Text>
        <ul className={classes['apps']}>
          {AUTHENTICATOR_APPS.map(({ name, runsOn }) => (
            <li key={name}>
              <Text span>{name}</Text>{' '}
              <Text span c="dimmed">
                {runsOn}
              </Text>
            </li>
          ))}
        </ul>
      </div>
      <Text>{t('twoFactor.scan')}</Text>
      <img className={classes['qr']} src={`data:image/svg+xml;base64,${data.qr}`} alt={t('twoFactor.qr')} />
      <div>
        <Text c="dimmed">{t('twoFactor.secret')}</Text>
        <Group gap="sm" justify="space-between">
          <code className={classes['secret']}>{grouped(data.secret)}</code>
          <CopyButton text={data.secret} label={t('twoFactor.copy_secret')} />
        </Group>
      </div>
      <CodeForm onCode={onCode} submit={t('twoFactor.confirm')} wrong={t('twoFactor.invalid')} autoFocus={false} />
    </Stack>
  );
}
