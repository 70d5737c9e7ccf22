import { Button, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { toProblem } from '../api/problem.ts';
import { useUndoStatusMutation } from '../api/undo-status.ts';
import { useCodeTexts } from '../i18n/problem-text.ts';
import { hideNotice, notifyFailure, notifySuccess } from '../ui/notify.tsx';

/** How many events a rule moved, and the way to take it back. */
export function MovedNotice({ batch, count, left }: { batch: string; count: number; left: number }) {
  const { t } = useTranslation();
  const texts = useCodeTexts();
  const [undo, { isLoading }] = useUndoStatusMutation();
  const take = async () => {
    const result = await undo({ batch });
    hideNotice(batch);
    if (result.error === undefined) notifySuccess(t('blacklist.move.undone', { count: result.data.restored }));
    else notifyFailure(t('blacklist.move.undo_failed'), texts.problem(toProblem(result.error)));
  };
  return (
    <Stack gap="xs" align="flex-start">
      <Text>{t('blacklist.move.done', { count })}</Text>
      {left > 0 && <Text c="dimmed">{t('blacklist.move.left', { count: left })}</Text>}
      <Button variant="default" loading={isLoading} onClick={() => void take()}>
        {t('blacklist.move.undo')}
      </Button>
    </Stack>
  );
}
