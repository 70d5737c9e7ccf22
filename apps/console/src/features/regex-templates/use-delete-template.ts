import type { RegexTemplate } from '@leakwatch/contracts';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { useOneEach } from '../../shared/lib/use-one-each.ts';
import { ask } from '../../shared/ui/ask.ts';
import { notifyProblem, notifySuccess } from '../../shared/ui/notify.tsx';
import { useDeleteRegexTemplateMutation } from './api.ts';

/** Deletes a template after a question; a person who cancels is shown that it stays. */
export function useDeleteTemplate(): (template: RegexTemplate) => Promise<void> {
  const { t } = useTexts();
  const oneEach = useOneEach();
  const [deleteTemplate] = useDeleteRegexTemplateMutation();
  return ({ id, name }) =>
    oneEach(id, async () => {
      const agreed = await ask({
        title: t('regexTemplates.delete.title'),
        text: t('regexTemplates.delete.text', { name }),
        confirm: t('regexTemplates.delete.action'),
        cancel: t('common.cancel'),
      });
      if (!agreed) {
        notifySuccess(t('regexTemplates.delete.discarded', { name }));
        return;
      }
      const { error } = await deleteTemplate(id);
      if (error === undefined) notifySuccess(t('regexTemplates.delete.done', { name }));
      else notifyProblem(t('regexTemplates.delete.failed', { name }), error);
    });
}
