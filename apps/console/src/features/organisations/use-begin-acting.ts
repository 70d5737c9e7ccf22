import { useTexts } from '../../shared/i18n/use-texts.ts';
import { useBeginActingMutation } from '../../shared/api/acting.ts';
import { ask } from '../../shared/ui/ask.ts';
import { notifyProblem } from '../../shared/ui/notify.tsx';

/** Begins to work in the organisation's name after a question; the frame then goes to the organisation's first page. */
export function useBeginActing({ id, name }: { readonly id: string; readonly name: string }) {
  const { t } = useTexts();
  const [beginActing, { isLoading }] = useBeginActingMutation();
  const begin = async () => {
    const agreed = await ask({
      title: t('organisations.act.title', { name }),
      text: t('organisations.act.text'),
      confirm: t('organisations.act.confirm'),
      cancel: t('common.cancel'),
    });
    if (!agreed) return;
    const { error } = await beginActing(id);
    if (error !== undefined) notifyProblem(t('organisations.act.failed'), error);
  };
  return { begin, beginning: isLoading };
}
