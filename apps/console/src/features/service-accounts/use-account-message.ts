import type { ServiceAccount } from '@leakwatch/contracts';
import { TELEGRAM_REFUSALS } from '@leakwatch/vocabulary';
import { useCodeTexts } from '../../shared/i18n/problem-text.ts';

/** The last error of an account in words; what a source said itself stays as it is. */
export function useAccountMessage(): (account: Pick<ServiceAccount, 'source_type' | 'err_msg'>) => string {
  const texts = useCodeTexts();
  return ({ source_type, err_msg }) => {
    const refusal = source_type === 'telegram' ? TELEGRAM_REFUSALS.find((one) => one === err_msg) : undefined;
    if (refusal === undefined) return err_msg;
    return texts.problem({ code: `telegram_${refusal}`, status: 409, requestId: null, fields: {}, details: {} });
  };
}
