import { useTexts } from '../i18n/use-texts.ts';
import { notifyProblem, notifySuccess } from '../ui/notify.tsx';

type Asking = PromiseLike<{ readonly data?: { readonly asked: number }; readonly error?: unknown }>;

/** Asks for checks and says for how many; how they end is shown in the rows. */
export function useCheck(ask: (body: { ids: string[] }) => Asking): (ids: readonly string[]) => Promise<void> {
  const { t } = useTexts();
  return async (ids) => {
    const { data, error } = await ask({ ids: [...ids] });
    if (error !== undefined || data === undefined) notifyProblem(t('pool.check.not_asked'), error);
    else notifySuccess(data.asked === 0 ? t('pool.check.asked_none') : t('pool.check.asked', { count: data.asked }));
  };
}
