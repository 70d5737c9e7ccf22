import type { TariffRow } from '@leakwatch/contracts';
import type { TariffType } from '@leakwatch/vocabulary';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { useOneEach } from '../../shared/lib/use-one-each.ts';
import { ask } from '../../shared/ui/ask.ts';
import { notifyProblem, notifySuccess, notifyWarning } from '../../shared/ui/notify.tsx';
import { useDeleteTariffMutation } from './api.ts';

/** Deletes a tariff after a question, or says that organisations use it. */
export function useDeleteTariff(type: TariffType): (tariff: TariffRow) => Promise<void> {
  const { t } = useTexts();
  const oneEach = useOneEach();
  const [deleteTariff] = useDeleteTariffMutation();
  return ({ id, name, organisations }) =>
    oneEach(id, async () => {
      if (organisations > 0) {
        notifyWarning(t('tariffs.delete.in_use', { name }), t('tariffs.delete.used_by', { count: organisations }));
        return;
      }
      const agreed = await ask({
        title: t('tariffs.delete.title'),
        text: t('tariffs.delete.text', { name }),
        confirm: t('tariffs.delete.action'),
        cancel: t('common.cancel'),
      });
      if (!agreed) return;
      const { error } = await deleteTariff({ type, id });
      if (error === undefined) notifySuccess(t('tariffs.delete.done', { name }));
      else notifyProblem(t('tariffs.delete.failed', { name }), error);
    });
}
