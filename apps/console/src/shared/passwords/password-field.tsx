import { PasswordInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../i18n/use-texts.ts';

interface PasswordFieldProps {
  readonly name: string;
  readonly label: string;
  readonly autoComplete: 'current-password' | 'new-password';
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: ReactNode;
  readonly disabled?: boolean;
  readonly autoFocus?: boolean;
  readonly describedBy?: string;
}

/** A password field, hidden until the person chooses to see it. */
export function PasswordField({ onChange, describedBy, autoFocus = false, disabled = false, ...rest }: PasswordFieldProps) {
  const { t } = useTexts();
  return (
    <PasswordInput
      {...rest}
      size="sm"
      required
      withAsterisk={false}
      disabled={disabled}
      autoFocus={autoFocus}
      aria-describedby={describedBy}
      // Mantine sets this on its other fields, but not here.
      aria-invalid={rest.error === undefined ? undefined : true}
      visibilityToggleButtonProps={{ 'aria-label': t('password.show') }}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
