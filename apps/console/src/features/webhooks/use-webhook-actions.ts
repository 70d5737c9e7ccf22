import type { WebhookRow } from '@leakwatch/contracts';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { formatNumber } from '../../shared/lib/numbers.ts';
import { useOneEach } from '../../shared/lib/use-one-each.ts';
import { ask } from '../../shared/ui/ask.ts';
import { notifyProblem, notifySuccess } from '../../shared/ui/notify.tsx';
import {
  useChangeWebhookMutation,
  useDeleteWebhookMutation,
  useReplayGivenUpDeliveriesMutation,
  useReplayWebhookDeliveryMutation,
  useRotateWebhookSecretMutation,
  useTestWebhookMutation,
} from './api.ts';

/** The actions of a webhook, with their questions and messages. `onSecret` shows a new secret. */
export function useWebhookActions(onSecret: (secret: string) => void) {
  const { t, locale } = useTexts();
  const oneEach = useOneEach();
  const [change] = useChangeWebhookMutation();
  const [removeOne] = useDeleteWebhookMutation();
  const [rotateOne, rotating] = useRotateWebhookSecretMutation();
  const [testOne, testing] = useTestWebhookMutation();
  const [replayOne, replaying] = useReplayWebhookDeliveryMutation();
  const [replayAllOf, replayingAll] = useReplayGivenUpDeliveriesMutation();
  const number = (value: number) => formatNumber(value, locale);
  const cancel = t('common.cancel');
  return {
    /** The id of the webhook that a test is sent to. */
    testing: testing.isLoading ? testing.originalArgs : undefined,
    replaying: replaying.isLoading ? replaying.originalArgs?.delivery : undefined,
    /** The id of the webhook that is sent everything again. */
    replayingAll: replayingAll.isLoading ? replayingAll.originalArgs : undefined,
    setActive: async ({ id, address }: WebhookRow, active: boolean) => {
      const { error } = await change({ id, body: { active } });
      if (error === undefined) notifySuccess(t(active ? 'webhooks.enabled' : 'webhooks.disabled_done', { address }));
      else notifyProblem(t('webhooks.change_failed'), error);
    },
    rotate: ({ id, address, old_secret_until: until }: WebhookRow) =>
      oneEach(id, async () => {
        const title = t('webhooks.rotate');
        // Two secrets sign at most: the older one of these ends before its day is over.
        const isAgain = until !== null && new Date(until) > new Date();
        const text = t(isAgain ? 'webhooks.rotate_again_text' : 'webhooks.rotate_text', { address });
        if (!(await ask({ title, text, confirm: title, cancel }))) return;
        const result = await rotateOne(id);
        rotating.reset();
        if (result.error === undefined) onSecret(result.data.secret);
        else notifyProblem(t('webhooks.rotate_failed'), result.error);
      }),
    remove: ({ id, address }: WebhookRow) =>
      oneEach(id, async () => {
        const question = {
          title: t('webhooks.delete_title'),
          text: t('webhooks.delete_text', { address }),
          confirm: t('webhooks.delete'),
          cancel,
        };
        if (!(await ask(question))) return;
        const { error } = await removeOne(id);
        if (error === undefined) notifySuccess(t('webhooks.deleted', { address }));
        else notifyProblem(t('webhooks.delete_failed'), error);
      }),
    /** Whether it was sent. */
    test: async ({ id }: WebhookRow): Promise<boolean> => {
      const { error } = await testOne(id);
      if (error === undefined) notifySuccess(t('webhooks.test_sent'));
      else notifyProblem(t('webhooks.test_failed'), error);
      return error === undefined;
    },
    replay: async (id: string, delivery: string) => {
      const { error } = await replayOne({ id, delivery });
      if (error === undefined) notifySuccess(t('webhooks.replayed'));
      else notifyProblem(t('webhooks.replay_failed'), error);
    },
    /** `count`: how many were given up. */
    replayAll: ({ id, address }: WebhookRow, count: number) =>
      oneEach(id, async () => {
        const question = {
          title: t('webhooks.replay_all_title'),
          text: t('webhooks.replay_all_text', { count, number: number(count), address }),
          confirm: t('webhooks.replay_all_confirm'),
          cancel,
        };
        if (!(await ask(question))) return;
        const { data, error } = await replayAllOf(id);
        if (data === undefined) return void notifyProblem(t('webhooks.replay_all_failed'), error);
        const { queued, left } = data;
        if (queued === 0) return void notifySuccess(t(left === 0 ? 'webhooks.replayed_none' : 'webhooks.replayed_full'));
        if (left > 0) return void notifySuccess(t('webhooks.replayed_some', { number: number(queued), left: number(left) }));
        notifySuccess(t('webhooks.replayed_all', { count: queued, number: number(queued) }));
      }),
  };
}
export type WebhookActions = ReturnType<typeof useWebhookActions>;
