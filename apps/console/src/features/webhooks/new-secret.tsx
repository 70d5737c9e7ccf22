import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { CopyButton } from '../../shared/ui/copy-button.tsx';
import { DialogTitle } from '../../shared/ui/dialog-title.tsx';

/** A secret, which is only in this page's memory until the person closes it. */
export function NewSecret({ secret, onDone }: { secret: string; onDone: () => void }) {
  const { t } = useTexts();
  return (
    <Stack gap="md">
      <DialogTitle>{t('webhooks.secret')}</DialogTitle>
      <Text role="status">{t('webhooks.secret_once')}</Text>
      <Code block className="lw-break" aria-label={t('webhooks.secret')} data-secret style={{ whiteSpace: 'pre-wrap' }}>
        {secret}
      </Code>
      <Group justify="flex-end" gap="sm">
        <CopyButton text={secret} label={t('webhooks.copy')} />
        <Button onClick={onDone}>{t('webhooks.done')}</Button>
      </Group>
    </Stack>
  );
}
