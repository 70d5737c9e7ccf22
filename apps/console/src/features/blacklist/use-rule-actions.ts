import type { BlacklistRuleRow } from '@leakwatch/contracts';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { useDeleteRuleMutation } from '../../shared/blacklist/api.ts';
import { useMoveEvents } from '../../shared/blacklist/use-move-events.ts';
import { useRuleName } from '../../shared/blacklist/use-rule-name.ts';
import { useOneEach } from '../../shared/lib/use-one-each.ts';
import { ask } from '../../shared/ui/ask.ts';
import { notifyProblem, notifySuccess } from '../../shared/ui/notify.tsx';

/** The actions of a row. */
export function useRuleActions() {
  const { t } = useTexts();
  const oneEach = useOneEach();
  const nameOf = useRuleName();
  const offerMove = useMoveEvents();
  const [deleteRule] = useDeleteRuleMutation();

  const remove = async (rule: BlacklistRuleRow): Promise<void> => {
    const name = nameOf(rule);
    const agreed = await ask({
      title: t('blacklist.delete.title'),
      text: t('blacklist.delete.text', { name }),
      confirm: t('blacklist.delete.action'),
      cancel: t('common.cancel'),
    });
    if (!agreed) return;
    const { error } = await deleteRule(rule.id);
    if (error === undefined) notifySuccess(t('blacklist.delete.done', { name }));
    else notifyProblem(t('blacklist.delete.failed'), error);
  };

  const move = async (rule: BlacklistRuleRow): Promise<void> => {
    if ((await offerMove(rule.id, rule)) === 0) notifySuccess(t('blacklist.move.nothing'));
  };

  return {
    remove: (rule: BlacklistRuleRow) => oneEach(rule.id, () => remove(rule)),
    move: (rule: BlacklistRuleRow) => oneEach(rule.id, () => move(rule)),
  };
}
