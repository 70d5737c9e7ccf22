import { Button, Kbd, Stack, Text } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTexts } from '../i18n/use-texts.ts';
import { hideNotice, notifyAction, notifyProblem, notifySuccess, notifyWarning, prolongNotice } from '../ui/notify.tsx';
import { type BodyOf, undoStatusChange } from '@leakwatch/contracts';
import { api } from '../api/api.ts';
import { toProblem } from '../api/problem.ts';
import { fromRoute } from '../api/from-route.ts';
import { useShortcuts } from '../lib/shortcuts.ts';
import { usePageActions } from '../palette/page-actions.ts';

/** Takes a change of statuses back; used wherever statuses are changed. */
const undoApi = api.injectEndpoints({
  endpoints: (build) => ({
    undoStatus: build.mutation({
      ...fromRoute(undoStatusChange, (body: BodyOf<typeof undoStatusChange>) => ({ body })),
      invalidatesTags: ['Comments', 'Events', 'EventsPeek', 'Settings'],
    }),
  }),
});

const { useUndoStatusMutation } = undoApi;

const UNDO_KEY = 'u';
/** The messages that offer undo now, the last one last: `u` undoes that one. */
const shown: string[] = [];

function useShown(id: string): void {
  useEffect(() => {
    shown.push(id);
    return () => void shown.splice(shown.indexOf(id), 1);
  }, [id]);
}

/** How long the notice offers to undo a change of statuses; in milliseconds. */
export const UNDO_MS = 10_000;

/** How long it goes on where the server did not answer: it undoes for a minute. In milliseconds. */
export const AGAIN_MS = 30_000;
const SERVER_FAILED = 500;

interface UndoNoticeProps {
  /** The id of the message. */
  readonly id: string;
  /** The ids of the changes, the first one first: all of them are undone. */
  readonly batches: readonly string[];
  /** How many events the change changed. */
  readonly changed: number;
  /** What the change did. */
  readonly text: string;
  /** Which events stayed unchanged. */
  readonly rest: string | null;
  /** What an undo of `count` says; that events are as before, by default. */
  readonly done?: (count: number) => string;
  /** What else can be done about the change. */
  readonly more?: ReactNode;
}

/** What a change did, with undo. */
export function UndoNotice({ id, batches, changed, text, rest, done, more }: UndoNoticeProps) {
  const { t } = useTexts();
  const [undo, { isLoading }] = useUndoStatusMutation();
  // What an undo that was broken off has done already.
  const undone = useRef(new Map<string, number>());
  // A try whose answer did not come may have undone it.
  const isUnsure = useRef(false);
  const take = async () => {
    // What failed can be tried again only in this message: it waits for a slow answer.
    prolongNotice(id, false);
    for (const batch of batches.toReversed()) {
      if (undone.current.has(batch)) continue;
      const result = await undo({ batch });
      if (result.error !== undefined) {
        const problem = toProblem(result.error);
        // Without an answer it can be tried again; a refusal stays one.
        if (problem.status === 0 || problem.status >= SERVER_FAILED) {
          isUnsure.current = true;
          prolongNotice(id, AGAIN_MS);
        } else hideNotice(id);
        return notifyProblem(t('undo.failed'), problem);
      }
      undone.current.set(batch, result.data.restored);
    }
    const restored = [...undone.current.values()].reduce((sum, one) => sum + one, 0);
    hideNotice(id);
    // Events that someone changed since are left as they are.
    if (restored === 0) return void notifyWarning(t('undo.nothing'), t(isUnsure.current ? 'undo.maybe_undone' : 'undo.changed_since'));
    const message = done?.(restored) ?? t('undo.done', { count: restored });
    if (restored < changed) notifyWarning(message, t('undo.left', { count: changed - restored }));
    else notifySuccess(message);
  };
  useShown(id);
  useShortcuts({ [UNDO_KEY]: () => shown.at(-1) === id && !isLoading && void take() });
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

/** Shows a message that offers undo. */
export const showUndo = (id: string, notice: ReactNode): string => notifyAction(id, notice, UNDO_MS);

/** Notifies about a change and offers to undo it. */
export function offerUndo(of: Pick<UndoNoticeProps, 'batches' | 'changed' | 'text' | 'rest' | 'done'>): string {
  const id = of.batches.join();
  return showUndo(id, <UndoNotice id={id} {...of} />);
}
