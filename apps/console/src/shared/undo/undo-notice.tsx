import { Button, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { hideNotice, notifyAction, notifyProblem, notifySuccess } from '../ui/notify.tsx';
import { type BodyOf, undoStatusChange } from '@leakwatch/contracts';
import { api } from '../api/api.ts';
import { fromRoute } from '../api/from-route.ts';

/** Takes a change of statuses back; used wherever statuses are changed. */
const undoApi = api.injectEndpoints({
  endpoints: (build) => ({
    undoStatus: build.mutation({
      ...fromRoute(undoStatusChange, (body: BodyOf<typeof undoStatusChange>) => ({ body })),
      invalidatesTags: ['Events', 'EventsPeek', 'Settings'],
    }),
  }),
});

const { useUndoStatusMutation } = undoApi;

/** How long the notice offers to undo a change of statuses; in milliseconds. */
const UNDO_MS = 10_000;

interface UndoProps {
  /** The id of the change. */
  readonly batch: string;
  /** What the change did. */
  readonly text: string;
  /** Which events stayed unchanged. */
  readonly rest: string | null;
  /** What else can be done about the change. */
  readonly more?: ReactNode;
}

function UndoNotice({ batch, text, rest, more }: UndoProps) {
  const { t } = useTranslation();
  const [undo, { isLoading }] = useUndoStatusMutation();
  const take = async () => {
    const result = await undo({ batch });
    hideNotice(batch);
    if (result.error === undefined) notifySuccess(t('undo.done', { count: result.data.restored }));
    else notifyProblem(t('undo.failed'), result.error);
  };
  return (
    <Stack gap="xs" align="flex-start">
      <Text>{text}</Text>
      {rest !== null && <Text c="dimmed">{rest}</Text>}
      <Button variant="default" loading={isLoading} onClick={() => void take()}>
        {t('undo.action')}
      </Button>
      {more}
    </Stack>
  );
}

/** Notifies about a change of statuses and offers to undo it. */
export const offerUndo = (change: UndoProps): string => notifyAction(change.batch, <UndoNotice {...change} />, UNDO_MS);
