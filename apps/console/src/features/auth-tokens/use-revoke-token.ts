import type { TokenRow } from '@leakwatch/contracts';
import { useTranslation } from 'react-i18next';
import { toProblem } from '../../shared/api/problem.ts';
import { useCodeTexts } from '../../shared/i18n/problem-text.ts';
import { ask } from '../../shared/ui/ask.tsx';
import { notifyFailure, notifySuccess } from '../../shared/ui/notify.tsx';
import { useRevokeAnyTokenMutation } from './api.ts';

/** Revokes a token after a question that says whose it is and what stops. */
export function useRevokeToken(): (token: TokenRow) => Promise<void> {
  const { t } = useTranslation();
  const texts = useCodeTexts();
  const [revoke] = useRevokeAnyTokenMutation();
  return async ({ key, user: { email } }) => {
    const agreed = await ask({
      title: t('authTokens.revoke_title'),
      text: t('authTokens.revoke_text', { email }),
      confirm: t('authTokens.revoke'),
      cancel: t('common.cancel'),
    });
    if (!agreed) return;
    const { error } = await revoke(key);
    if (error === undefined) notifySuccess(t('authTokens.revoked', { email }));
    else notifyFailure(t('authTokens.revoke_failed'), texts.problem(toProblem(error)));
  };
}
