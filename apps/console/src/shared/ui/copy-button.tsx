import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { CheckIcon, CopyIcon } from '@primer/octicons-react';
import { useTexts } from '../i18n/use-texts.ts';

/** How long the button shows that it copied; in milliseconds. */
const SAID_MS = 1500;

/** Copies a text. Not rendered where the browser does not allow it (plain http on another machine). */
export function CopyButton({ text, label, size }: { text: string; label: string; size?: 'compact-sm' }) {
  const { t } = useTexts();
  const { copy, copied } = useClipboard({ timeout: SAID_MS });
  if (!('clipboard' in navigator)) return null;
  return (
    <Button
      variant="default"
      {...(size !== undefined && { size })}
      leftSection={copied ? <CheckIcon /> : <CopyIcon />}
      onClick={() => copy(text)}
    >
      <span aria-live="polite">{copied ? t('common.copied') : label}</span>
    </Button>
  );
}
