import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { notifyProblem, notifySuccess } from '../../../shared/ui/notify.tsx';
import { useConfirmTelegramMutation, useDisableTelegramMutation, useInviteTelegramMutation } from './api.ts';

/** The actions of the Telegram chat; each failure has its own message. */
export function useTelegramActions() {
  const { t } = useTexts();
  const [invite, inviting] = useInviteTelegramMutation();
  const [confirm, confirming] = useConfirmTelegramMutation();
  const [disable, disabling] = useDisableTelegramMutation();
  const report = (error: unknown, failed: string, done?: string) => {
    if (error !== undefined) notifyProblem(failed, error);
    else if (done !== undefined) notifySuccess(done);
  };
  return {
    invite: async () => report((await invite()).error, t('notificationSettings.invite_failed')),
    confirm: async (request: string) =>
      report((await confirm({ request })).error, t('notificationSettings.confirm_failed'), t('notificationSettings.confirmed')),
    disable: async (done?: string) => report((await disable()).error, t('notificationSettings.disable_failed'), done),
    isInviting: inviting.isLoading,
    isConfirming: confirming.isLoading,
    isDisabling: disabling.isLoading,
  };
}
