import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { toProblem } from '../../shared/api/problem.ts';
import { useHeadingAfter } from '../../shared/lib/use-return-focus.ts';
import { ProblemBlock, SkeletonRows } from '../../shared/ui/blocks.tsx';
import { DialogTitle } from '../../shared/ui/dialog-title.tsx';
import { TimeText } from '../../shared/ui/time-text.tsx';
import { useGetNotificationQuery } from './api.ts';
import { StateTag } from './notification-card.tsx';

function Details({ id }: { id: string }) {
  const { t, locale } = useTexts();
  const { currentData, error, refetch } = useGetNotificationQuery({ id, language: locale });
  const missing = error !== undefined && toProblem(error).status === 404;
  if (missing)
    return (
      <>
        <DialogTitle>{t('notifications.missing')}</DialogTitle>
        <Text c="dimmed">{t('notifications.missing_hint')}</Text>
      </>
    );
  if (currentData === undefined && error !== undefined)
    return (
      <>
        <DialogTitle>{t('notifications.details')}</DialogTitle>
        <ProblemBlock title={t('notifications.failed')} problem={toProblem(error)} onRetry={() => void refetch()} />
      </>
    );
  if (currentData === undefined)
    return (
      <>
        <DialogTitle>{t('notifications.details')}</DialogTitle>
        <SkeletonRows rows={3} height={20} />
      </>
    );
  return (
    <>
      <DialogTitle>{currentData.title}</DialogTitle>
      <Group gap="md">
        <StateTag active={currentData.active} />
        <TimeText at={currentData.created} relative />
      </Group>
      <Text className="lw-break" style={{ whiteSpace: 'pre-wrap' }}>
        {currentData.message}
      </Text>
    </>
  );
}

/** Title and message of a notification. */
export function DetailsDialog({ id, onClose }: { id: string | null; onClose: () => void }) {
  const { t } = useTexts();
  useHeadingAfter(id !== null);
  return (
    <Modal opened={id !== null} onClose={onClose} withCloseButton={false}>
      <Stack gap="md">
        {id !== null && <Details id={id} />}
        <Group justify="end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('common.close')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
