import { Button, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { toProblem } from '../api/problem.ts';
import { useCodeTexts } from '../i18n/problem-text.ts';
import { hideNotice, notifyAction, notifyFailure, notifySuccess } from '../ui/notify.tsx';
import { useUndoStatusMutation } from './api.ts';

/** How long a change of statuses can be taken back from its notice. */
const UNDO_MS = 10_000;

interface UndoProps {
  /** Of the change. */
  readonly batch: string;
  /** What it did. */
  readonly text: string;
  /** What it left alone. */
  readonly rest: string | null;
}

function UndoNotice({ batch, text, rest }: UndoProps) {
  const { t } = useTranslation();
  const texts = useCodeTexts();
  const [undo, { isLoading }] = useUndoStatusMutation();
  const take = async () => {
    const result = await undo({ batch });
    hideNotice(batch);
    if (result.error === undefined) notifySuccess(t('undo.done', { count: result.data.restored }));
    else notifyFailure(t('undo.failed'), texts.problem(toProblem(result.error)));
  };
  return (
    <Stack gap="xs" align="flex-start">
      <Text>{text}</Text>
      {rest !== null && <Text c="dimmed">{rest}</Text>}
      <Button variant="default" loading={isLoading} onClick={() => void take()}>
        {t('undo.action')}
      </Button>
    </Stack>
  );
}

/** Tells what a change of statuses did, with the way to take it back. */
export const offerUndo = (change: UndoProps): string => notifyAction(change.batch, <UndoNotice {...change} />, UNDO_MS);
