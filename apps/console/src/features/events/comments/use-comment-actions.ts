import { useTranslation } from 'react-i18next';
import { notifyProblem, notifySuccess } from '../../../shared/ui/notify.tsx';
import { useCreateCommentMutation, useDeleteCommentMutation, useUpdateCommentMutation } from './api.ts';

/** Adds, changes and deletes comments of an event, and says how it went. Each resolves to whether it was done. */
export function useCommentActions(event: string) {
  const { t } = useTranslation();
  const [create, creating] = useCreateCommentMutation();
  const [update, updating] = useUpdateCommentMutation();
  const [erase, erasing] = useDeleteCommentMutation();
  const report = (error: unknown, done: string, failed: string): boolean => {
    if (error === undefined) notifySuccess(done);
    else notifyProblem(failed, error);
    return error === undefined;
  };
  return {
    busy: creating.isLoading || updating.isLoading || erasing.isLoading,
    add: async (text: string) => {
      const { error } = await create({ event, text });
      return report(error, t('events.comments.added'), t('events.comments.add_failed'));
    },
    change: async (id: string, text: string) => {
      const { error } = await update({ id, text });
      return report(error, t('events.comments.changed'), t('events.comments.change_failed'));
    },
    remove: async (id: string) => {
      const { error } = await erase(id);
      return report(error, t('events.comments.deleted'), t('events.comments.delete_failed'));
    },
  };
}
