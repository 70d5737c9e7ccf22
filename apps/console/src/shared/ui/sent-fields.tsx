import { createTheme, MantineThemeProvider, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../i18n/use-texts.ts';

const READ_ONLY = { defaultProps: { readOnly: true } };
const DISABLED = { defaultProps: { disabled: true } };

/** Fields that have text are read-only: a disabled one would lose the focus, and keys that are still pressed would act on the page. */
const SENDING = createTheme({
  components: {
    Input: { ...READ_ONLY, styles: { input: { color: 'var(--mantine-color-dimmed)', backgroundColor: 'var(--lw-canvas)' } } },
    Autocomplete: READ_ONLY,
    DateInput: READ_ONLY,
    FileInput: READ_ONLY,
    NumberInput: READ_ONLY,
    PasswordInput: READ_ONLY,
    Select: READ_ONLY,
    Textarea: READ_ONLY,
    // These have no read-only state.
    ActionIcon: DISABLED,
    Button: DISABLED,
    Checkbox: DISABLED,
    FileButton: DISABLED,
    NativeSelect: DISABLED,
    Radio: DISABLED,
    SegmentedControl: DISABLED,
    Switch: DISABLED,
  },
});

interface SentFieldsProps {
  readonly sending: boolean;
  readonly children: ReactNode;
}

/** The fields of a form. They are read-only while it is sent: text that is typed meanwhile would not be saved, and the form closes when it succeeds. */
export function SentFields({ sending, children }: SentFieldsProps) {
  const { t } = useTexts();
  return (
    <MantineThemeProvider {...(sending && { theme: SENDING })}>
      {children}
      <VisuallyHidden aria-live="polite">{sending && t('unsaved.sending')}</VisuallyHidden>
    </MantineThemeProvider>
  );
}
