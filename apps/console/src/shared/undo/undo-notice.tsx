import { Button, Kbd, Stack, Text } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { hideNotice, notifyAction, notifyProblem, notifySuccess } from '../ui/notify.tsx';
import { type BodyOf, undoStatusChange } from '@leakwatch/contracts';
import { api } from '../api/api.ts';
import { fromRoute } from '../api/from-route.ts';
import { useShortcuts } from '../lib/shortcuts.ts';
import { usePageActions } from '../palette/page-actions.ts';

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

const UNDO_KEY = 'u';
/** The changes that can be undone now, the last one last: `u` undoes that one. */
const shown: string[] = [];

function useShown(batch: string): void {
  useEffect(() => {
    shown.push(batch);
    return () => void shown.splice(shown.indexOf(batch), 1);
  }, [batch]);
}

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
  useShown(batch);
  useShortcuts({ [UNDO_KEY]: () => shown.at(-1) === batch && !isLoading && void take() });
  usePageActions([{ id: 'undo', title: t('undo.action'), about: text, shortcut: UNDO_KEY, run: () => void take() }]);
  return (
    <Stack gap="xs" align="flex-start">
      <Text>{text}</Text>
      {rest !== null && <Text c="dimmed">{rest}</Text>}
      <Button
        variant="default"
        loading={isLoading}
        rightSection={<Kbd aria-hidden>{UNDO_KEY}</Kbd>}
        aria-keyshortcuts={UNDO_KEY}
        onClick={() => void take()}
      >
        {t('undo.action')}
      </Button>
      {more}
    </Stack>
  );
}

/** Notifies about a change of statuses and offers to undo it. */
export const offerUndo = (change: UndoProps): string => notifyAction(change.batch, <UndoNotice {...change} />, UNDO_MS);
