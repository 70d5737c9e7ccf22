import { Button, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { toProblem } from '../../shared/api/problem.ts';
import { useUndoStatusMutation } from '../../shared/api/undo-status.ts';
import { useCodeTexts } from '../../shared/i18n/problem-text.ts';
import { hideNotice, notifyFailure, notifySuccess } from '../../shared/ui/notify.tsx';

/** What a change of status did, and the way to take it back. */
export function UndoNotice({ batch, text, skipped }: { batch: string; text: string; skipped: string | null }) {
  const { t } = useTranslation();
  const texts = useCodeTexts();
  const [undo, { isLoading }] = useUndoStatusMutation();
  const take = async () => {
    const result = await undo({ batch });
    hideNotice(batch);
    if (result.error === undefined) notifySuccess(t('events.change.undone', { count: result.data.restored }));
    else notifyFailure(t('events.change.undo_failed'), texts.problem(toProblem(result.error)));
  };
  return (
    <Stack gap="xs" align="flex-start">
      <Text>{text}</Text>
      {skipped !== null && <Text c="dimmed">{skipped}</Text>}
      <Button variant="default" loading={isLoading} onClick={() => void take()}>
        {t('events.change.undo')}
      </Button>
    </Stack>
  );
}
