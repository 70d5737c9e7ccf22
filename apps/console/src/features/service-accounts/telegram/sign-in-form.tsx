import type { ServiceAccount } from '@leakwatch/contracts';
import { Button, Group, NumberInput, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { formatNumber } from '../../../shared/lib/numbers.ts';
import { useUnsaved } from '../../../shared/ui/form-dialog.tsx';
import type { TelegramCommands } from './use-telegram-command.ts';

/** What is due: asking for a code, the code that Telegram sent, or the password of the second factor. */
export type SignInStep = 'ask' | 'code' | 'password';

interface SignInFormProps {
  readonly account: ServiceAccount;
  readonly step: SignInStep;
  readonly disabled: boolean;
  readonly commands: TelegramCommands;
}

const EMPTY = { api_id: '', api_hash: '', code: '', password: '' };
const API_ID_MAX = 2_147_483_647;

/**
 * The form of the step that is due. What was typed is forgotten when it was accepted: the server answers none of it. Its first field takes the focus, as the
 * account arrives after the dialog has opened.
 */
export function SignInForm({ account, step, disabled, commands }: SignInFormProps) {
  const { t, locale } = useTexts();
  const [typed, setTyped] = useState(EMPTY);
  useUnsaved(Object.values(typed).some((value) => value !== ''));
  const edit = (name: keyof typeof EMPTY, value: string) => setTyped((now) => ({ ...now, [name]: value }));
  /** A number that was typed is not sent as another one. */
  const isIdTooLarge = Number(typed.api_id) > API_ID_MAX;
  /** The application is stored with the first code. */
  const isStored = account.telegram_stage !== null;
  const application = typed.api_id === '' && isStored ? {} : { api_id: Number(typed.api_id), api_hash: typed.api_hash };
  const isComplete = {
    ask: isStored ? (typed.api_id === '') === (typed.api_hash === '') : typed.api_id !== '' && typed.api_hash !== '',
    code: typed.code.trim() !== '',
    password: typed.password !== '',
  }[step];
  const send = {
    ask: () => commands.login(application),
    code: () => commands.login({ code: typed.code.trim() }),
    password: () => commands.givePassword(typed.password),
  };
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (isComplete && !isIdTooLarge && (await send[step]())) setTyped(EMPTY);
  };
  const eye = { 'aria-label': t('pool.show_password') };
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap="sm">
        <Text>
          {t(`serviceAccounts.telegram.step.${step}`, { phone: account.phone.replaceAll(' ', '\u00a0').replaceAll('-', '\u2011') })}
        </Text>
        {step === 'ask' && (
          <>
            <NumberInput
              name="api_id"
              label="api_id"
              description={isStored ? t('serviceAccounts.telegram.application_stored') : t('serviceAccounts.telegram.application_hint')}
              required={!isStored}
              value={typed.api_id}
              min={1}
              clampBehavior="none"
              error={isIdTooLarge && t('serviceAccounts.telegram.api_id_too_large', { max: formatNumber(API_ID_MAX, locale) })}
              allowDecimal={false}
              allowNegative={false}
              hideControls
              onChange={(value) => edit('api_id', String(value))}
              autoComplete="off"
              autoFocus
              data-autofocus
            />
            <PasswordInput
              name="api_hash"
              label="api_hash"
              required={!isStored}
              value={typed.api_hash}
              visibilityToggleButtonProps={eye}
              onChange={(event) => edit('api_hash', event.currentTarget.value.trim())}
              autoComplete="new-password"
            />
          </>
        )}
        {step === 'code' && (
          <TextInput
            name="code"
            label={t('serviceAccounts.telegram.code')}
            required
            inputMode="numeric"
            maxLength={16}
            value={typed.code}
            onChange={(event) => edit('code', event.currentTarget.value)}
            autoComplete="off"
            autoFocus
            data-autofocus
          />
        )}
        {step === 'password' && (
          <PasswordInput
            name="password"
            label={t('serviceAccounts.telegram.password')}
            description={t('serviceAccounts.telegram.password_hint')}
            required
            value={typed.password}
            visibilityToggleButtonProps={eye}
            onChange={(event) => edit('password', event.currentTarget.value)}
            autoComplete="new-password"
            autoFocus
            data-autofocus
          />
        )}
        <Group gap="sm">
          <Button type="submit" disabled={disabled || !isComplete || isIdTooLarge}>
            {t(step === 'ask' ? 'serviceAccounts.telegram.ask_code' : 'serviceAccounts.telegram.sign_in')}
          </Button>
          {step !== 'ask' && (
            <Button variant="default" disabled={disabled} onClick={() => void commands.login({})}>
              {t('serviceAccounts.telegram.new_code')}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}
