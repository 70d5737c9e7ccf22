import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../shared/ui/second-factor/copy-button.tsx';

/** Shows the token once. */
export function NewToken({ token, onDone }: { token: string; onDone: () => void }) {
  const { t } = useTranslation();
  return (
    <Stack gap="md">
      <Text role="status">{t('apiToken.once')}</Text>
      <Code block className="lw-break" aria-label={t('apiToken.token')} data-token style={{ whiteSpace: 'pre-wrap' }}>
        {token}
      </Code>
      <Text c="dimmed">
        {t('apiToken.usage')} <Code>{'Authorization: Bearer lw_…'}</Code>
      </Text>
      <Group gap="sm">
        <CopyButton text={token} label={t('apiToken.copy')} />
        <Button onClick={onDone}>{t('apiToken.done')}</Button>
      </Group>
    </Stack>
  );
}
