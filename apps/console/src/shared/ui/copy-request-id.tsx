import { Group, Text } from '@mantine/core';
import { useTexts } from '../i18n/use-texts.ts';
import { CopyButton } from './copy-button.tsx';

/** The number of a request that failed, for support. */
export function CopyRequestId({ requestId }: { requestId: string }) {
  const { t } = useTexts();
  return (
    <Group gap={8}>
      <Text c="dimmed" inherit className="lw-break">
        {t('common.request_id', { id: requestId })}
      </Text>
      <CopyButton text={requestId} label={t('common.copy_request_id')} size="compact-sm" />
    </Group>
  );
}
