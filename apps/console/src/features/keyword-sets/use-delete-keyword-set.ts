import type { KeywordSetRow } from '@leakwatch/contracts';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { useOneEach } from '../../shared/lib/use-one-each.ts';
import { ask } from '../../shared/ui/ask.ts';
import { notifyProblem, notifySuccess } from '../../shared/ui/notify.tsx';
import { useDeleteKeywordSetMutation } from './api.ts';

/** Deletes a keyword set after a question that says how many keywords it has and what stays. */
export function useDeleteKeywordSet(): (set: KeywordSetRow) => Promise<void> {
  const { t } = useTexts();
  const oneEach = useOneEach();
  const [deleteKeywordSet] = useDeleteKeywordSetMutation();
  return ({ id, name, count }) =>
    oneEach(id, async () => {
      const agreed = await ask({
        title: t('keywordSets.delete.title'),
        text: t('keywordSets.delete.text', { name, count }),
        confirm: t('keywordSets.delete.action'),
        cancel: t('common.cancel'),
      });
      if (!agreed) return;
      const { error } = await deleteKeywordSet(id);
      if (error === undefined) notifySuccess(t('keywordSets.delete.done', { name }));
      else notifyProblem(t('keywordSets.delete.failed', { name }), error);
    });
}
