import type { TechnicalNotification } from '@leakwatch/contracts';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { ask } from '../../shared/ui/ask.ts';
import { notifyProblem, notifySuccess } from '../../shared/ui/notify.tsx';
import {
  useClearNotificationsMutation,
  useCloseNotificationMutation,
  useCloseNotificationsMutation,
  useDeleteNotificationMutation,
} from './api.ts';

/** Closes and deletes notifications; each action asks first, and resolves to whether it was done. */
export function useNotificationActions() {
  const { t } = useTexts();
  const [closeOne] = useCloseNotificationMutation();
  const [deleteOne] = useDeleteNotificationMutation();
  const [closeAll] = useCloseNotificationsMutation();
  const [deleteAll] = useClearNotificationsMutation();
  const cancel = t('common.cancel');

  const run = async (
    question: { title: string; text: string; confirm: string },
    done: string,
    act: () => Promise<unknown>,
  ): Promise<boolean> => {
    if (!(await ask({ ...question, cancel }))) return false;
    try {
      await act();
      notifySuccess(done);
      return true;
    } catch (error) {
      notifyProblem(t('notifications.change_failed'), error);
      return false;
    }
  };

  return {
    close: ({ id, title }: TechnicalNotification) =>
      run(
        { title: t('notifications.close_title'), text: t('notifications.close_text', { title }), confirm: t('notifications.close') },
        t('notifications.closed_done'),
        () => closeOne(id).unwrap(),
      ),
    remove: ({ id, title }: TechnicalNotification) =>
      run(
        { title: t('notifications.delete_title'), text: t('notifications.delete_text', { title }), confirm: t('notifications.delete') },
        t('notifications.deleted_done'),
        () => deleteOne(id).unwrap(),
      ),
    closeAll: (open: number) =>
      run(
        {
          title: t('notifications.close_all_title'),
          text: t('notifications.close_all_text', { number: open }),
          confirm: t('notifications.close_all'),
        },
        t('notifications.closed_done'),
        () => closeAll().unwrap(),
      ),
    removeAll: (count: number) =>
      run(
        {
          title: t('notifications.delete_all_title'),
          text: t('notifications.delete_all_text', { number: count }),
          confirm: t('notifications.delete_all'),
        },
        t('notifications.deleted_done'),
        () => deleteAll().unwrap(),
      ),
  };
}
