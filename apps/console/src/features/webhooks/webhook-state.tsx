import type { WebhookRow } from '@leakwatch/contracts';
import { WEBHOOK_DISABLED_NAMES } from '@leakwatch/vocabulary';
import { Group, Stack, Text } from '@mantine/core';
import { AlertIcon, CheckCircleIcon, CircleSlashIcon } from '@primer/octicons-react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { useLocale } from '../../shared/i18n/use-locale.ts';
import { Tag } from '../../shared/ui/tag.tsx';

/** Whether a webhook sends, fails, or is disabled, and by whom. */
export function WebhookState({ webhook: { active, disabled_reason: reason, failures } }: { webhook: WebhookRow }) {
  const { t } = useTexts();
  const locale = useLocale();
  if (active)
    return (
      <Group>
        {failures === 0 ? (
          <Tag tone="fixed" icon={<CheckCircleIcon size={12} />}>
            {t('webhooks.active')}
          </Tag>
        ) : (
          <Tag tone="in_progress" icon={<AlertIcon size={12} />}>
            {t('webhooks.failing', { count: failures })}
          </Tag>
        )}
      </Group>
    );
  return (
    <Stack gap={4} align="flex-start">
      <Tag tone={reason === null ? 'false' : 'open'} icon={<CircleSlashIcon size={12} />}>
        {t('webhooks.inactive')}
      </Tag>
      {reason !== null && <Text>{WEBHOOK_DISABLED_NAMES[locale][reason]}</Text>}
    </Stack>
  );
}
