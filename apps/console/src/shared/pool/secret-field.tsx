import { PasswordInput } from '@mantine/core';
import { useTexts } from '../i18n/use-texts.ts';

interface SecretFieldProps {
  readonly label: string;
  readonly value: string;
  /** One is stored: an empty field keeps it. */
  readonly stored: boolean;
  readonly required: boolean;
  /** Shown instead of what the field says of a stored one. */
  readonly hint?: string | undefined;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
  readonly onBlur: () => void;
}

/** The password of an account or proxy. It is only written: the server never answers it. */
export function SecretField({ value, stored, required, hint, error, onChange, ...rest }: SecretFieldProps) {
  const { t } = useTexts();
  return (
    <PasswordInput
      {...rest}
      name="password"
      // Below, so that the field stands beside the login's.
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      required={required && !stored}
      description={hint ?? (stored ? t('pool.password_kept') : undefined)}
      value={value}
      error={error}
      // Mantine sets this on its other fields, but not here.
      aria-invalid={error === undefined ? undefined : true}
      visibilityToggleButtonProps={{ 'aria-label': t('pool.show_password') }}
      onChange={(event) => onChange(event.currentTarget.value)}
      // The browser would fill in the person's own one.
      autoComplete="new-password"
    />
  );
}
