import { Button, Stack, TextInput } from '@mantine/core';
import { type SyntheticEvent, useRef, useState } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import type { Problem } from '../../api/problem.ts';
import { useCodeTexts } from '../../i18n/problem-text.ts';
import { isCompleted, onlyDigits } from '../../lib/typed-code.ts';

interface CodeFormProps {
  /** Sends a code; gives null when it was accepted. */
  readonly onCode: (code: string) => Promise<Problem | null>;
  readonly submit: string;
  /** The text for a wrong code. */
  readonly wrong: string;
  /** Asks for a recovery code: free text, sent only by the button. */
  readonly recovery?: boolean;
  /** Whether the field gets the focus at once; false where something above it must be read first. */
  readonly autoFocus?: boolean;
}

const MONO = { input: { fontFamily: 'var(--mantine-font-family-monospace)' } };
const DIGITS = { input: { ...MONO.input, fontSize: 20, letterSpacing: '0.3em' } };

/** One field for a code. Six digits are sent as soon as they are complete, typed or pasted. */
export function CodeForm({ onCode, submit, wrong, recovery = false, autoFocus = true }: CodeFormProps) {
  const { t } = useTexts();
  const texts = useCodeTexts();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isSending, setSending] = useState(false);
  const send = async (code: string) => {
    if (code === '' || isSending) return;
    setSending(true);
    const refused = await onCode(code);
    setSending(false);
    setProblem(refused);
    if (refused === null) return;
    // A wrong code is never right later, so it is cleared; in a recovery code one letter may be wrong.
    if (!recovery) setTyped('');
    field.current?.focus();
  };
  const change = (value: string) => {
    const now = recovery ? value : onlyDigits(value);
    setTyped(now);
    if (now !== '') setProblem(null);
    if (!recovery && isCompleted(typed, now)) void send(now);
  };
  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    void send(typed.trim());
  };
  const refusal = problem === null ? undefined : problem.code === 'two_factor_code_invalid' ? wrong : texts.problem(problem);
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="md">
        <TextInput
          ref={field}
          size={recovery ? 'sm' : 'md'}
          name="code"
          autoComplete={recovery ? 'off' : 'one-time-code'}
          inputMode={recovery ? 'text' : 'numeric'}
          autoCapitalize="characters"
          spellCheck={false}
          autoFocus={autoFocus}
          label={t(recovery ? 'twoFactor.recovery_code' : 'twoFactor.code')}
          description={t(recovery ? 'twoFactor.recovery_code_hint' : 'twoFactor.code_hint')}
          error={refusal === undefined ? undefined : <span role="alert">{refusal}</span>}
          styles={recovery ? MONO : DIGITS}
          value={typed}
          onChange={(event) => change(event.currentTarget.value)}
        />
        <Button type="submit" size="sm" loading={isSending} disabled={typed.trim() === ''} fullWidth>
          {submit}
        </Button>
      </Stack>
    </form>
  );
}
