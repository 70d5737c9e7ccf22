import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { type Problem, toProblem } from '../../../shared/api/problem.ts';
import { notifyProblem, notifySuccess } from '../../../shared/ui/notify.tsx';
import { useCreateCommentMutation, useDeleteCommentMutation, useUpdateCommentMutation } from './api.ts';

/** Adds, changes and deletes comments of an event, and says how it went. What the form of a comment sends resolves to why it was refused, or to null: the form says so. */
export function useCommentActions(event: string) {
  const { t } = useTexts();
  const [create, creating] = useCreateCommentMutation();
  const [update, updating] = useUpdateCommentMutation();
  const [erase, erasing] = useDeleteCommentMutation();
  const report = (error: unknown, done: string): Problem | null => {
    if (error !== undefined) return toProblem(error);
    notifySuccess(done);
    return null;
  };
  return {
    busy: creating.isLoading || updating.isLoading || erasing.isLoading,
    add: async (text: string) => {
      const { error } = await create({ event, text });
      return report(error, t('events.comments.added'));
    },
    change: async (id: string, text: string) => {
      const { error } = await update({ id, text });
      return report(error, t('events.comments.changed'));
    },
    /** Resolves to whether it was done. */
    remove: async (id: string): Promise<boolean> => {
      const { error } = await erase(id);
      if (error === undefined) notifySuccess(t('events.comments.deleted'));
      else notifyProblem(t('events.comments.delete_failed'), error);
      return error === undefined;
    },
  };
}
