import type { ServiceAccount } from '@leakwatch/contracts';
import { telegramRefusalKind } from '@leakwatch/rules';
import { TELEGRAM_REFUSALS } from '@leakwatch/vocabulary';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { useCodeTexts } from '../../shared/i18n/problem-text.ts';

type Shown = Pick<ServiceAccount, 'source_type' | 'state' | 'block_reason' | 'telegram_stage' | 'err_msg'>;

/** Why an account is blocked; what Telegram refuses has words of its own, since a new password does not help there. */
export const reasonOf = ({
  source_type,
  block_reason,
}: Pick<ServiceAccount, 'source_type' | 'block_reason'>): ServiceAccount['block_reason'] =>
  source_type === 'telegram' && block_reason === 'refused' ? null : block_reason;

/**
 * What an account needs: the last error in words, where a source's own stays as it is, or what staff have still to do with an account of Telegram
 * before crawlers use it.
 */
export function useAccountMessage(): (account: Shown) => string {
  const { t } = useTexts();
  const texts = useCodeTexts();
  return ({ source_type, state, block_reason, telegram_stage: stage, err_msg }) => {
    if (source_type !== 'telegram') return err_msg;
    const refusal = TELEGRAM_REFUSALS.find((one) => one === err_msg);
    if (refusal !== undefined) return texts.problem({ code: `telegram_${refusal}`, status: 409, requestId: null, fields: {}, details: {} });
    if (block_reason === 'refused') return t(`serviceAccounts.telegram.refused.${telegramRefusalKind(err_msg)}`, { word: err_msg });
    if (err_msg !== '' || state !== 'ready') return err_msg;
    return t(stage === 'signed_in' ? 'serviceAccounts.telegram.not_running' : 'serviceAccounts.telegram.not_signed_in');
  };
}
