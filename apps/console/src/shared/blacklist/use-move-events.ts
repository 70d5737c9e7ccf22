import type { RuleForm } from '@leakwatch/rules';
import { useTexts } from '../i18n/use-texts.ts';
import { ask } from '../ui/ask.ts';
import { notifyUnsent } from '../lib/sent-changes.ts';
import { notifyProblem } from '../ui/notify.tsx';
import { offerUndo } from '../undo/undo-notice.tsx';
import { useBlacklistEventsMutation, useLazyCountRuleEventsQuery } from './api.ts';
import { useRuleName } from './use-rule-name.ts';

/** Offers to blacklist the events that match a rule. Gives how many match; null when the count failed. */
export function useMoveEvents(): (id: string, rule: RuleForm) => Promise<number | null> {
  const { t } = useTexts();
  const nameOf = useRuleName();
  const [loadCount] = useLazyCountRuleEventsQuery();
  const [move] = useBlacklistEventsMutation();
  return async (id, rule) => {
    const counted = await loadCount(id);
    if (counted.data === undefined) {
      notifyProblem(t('blacklist.move.count_failed'), counted.error);
      return null;
    }
    const { count } = counted.data;
    if (count === 0) return 0;
    const agreed = await ask({
      title: t('blacklist.move.title'),
      text: t('blacklist.move.text', { count, name: nameOf(rule) }),
      confirm: t('blacklist.move.confirm', { count }),
      cancel: t('blacklist.move.leave'),
    });
    if (!agreed) return count;
    const send = async (): Promise<void> => {
      const moved = await move(id);
      if (moved.error !== undefined) {
        notifyUnsent(t('blacklist.move.failed'), moved.error, () => void send());
        return;
      }
      const { batch, count: done, left } = moved.data;
      const rest = left > 0 ? t('blacklist.move.left', { count: left }) : null;
      if (batch !== null) offerUndo({ batches: [batch], changed: done, text: t('blacklist.move.done', { count: done }), rest });
    };
    await send();
    return count;
  };
}
