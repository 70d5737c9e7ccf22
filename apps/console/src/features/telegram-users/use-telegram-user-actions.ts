import type { TelegramUser } from '@leakwatch/contracts';
import type { TelegramUserAction } from '@leakwatch/vocabulary';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { useOneEach } from '../../shared/lib/use-one-each.ts';
import { ask } from '../../shared/ui/ask.ts';
import { notifyProblem, notifySuccess } from '../../shared/ui/notify.tsx';
import { useDeleteTelegramUserMutation, useIgnoreTelegramUserMutation, useResetTelegramUserMutation } from './api.ts';

/** Does what staff chose in a row, after a question that says what follows for the person. */
export function useTelegramUserActions(): (user: TelegramUser, action: TelegramUserAction) => Promise<void> {
  const { t } = useTexts();
  const oneEach = useOneEach();
  const [reset] = useResetTelegramUserMutation();
  const [ignore] = useIgnoreTelegramUserMutation();
  const [remove] = useDeleteTelegramUserMutation();
  const calls = { reset, ignore, delete: remove };
  return ({ id, user: { email } }, action) =>
    oneEach(id, async () => {
      const agreed = await ask({
        title: t(`telegramUsers.ask.${action}.title`),
        text: t(`telegramUsers.ask.${action}.text`, { email }),
        confirm: t(`telegramUsers.action.${action}`),
        cancel: t('common.cancel'),
      });
      if (!agreed) return;
      const { error } = await calls[action](id);
      if (error === undefined) notifySuccess(t(`telegramUsers.done.${action}`, { email }));
      else notifyProblem(t(`telegramUsers.not_done.${action}`, { email }), error);
    });
}
