import type { TokenRow } from '@leakwatch/contracts';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { useOneEach } from '../../shared/lib/use-one-each.ts';
import { ask } from '../../shared/ui/ask.ts';
import { notifyProblem, notifySuccess } from '../../shared/ui/notify.tsx';
import { useRevokeAnyTokenMutation } from './api.ts';

/** Revokes a token after a question that says whose it is and what stops. */
export function useRevokeToken(): (token: TokenRow) => Promise<void> {
  const { t } = useTexts();
  const oneEach = useOneEach();
  const [revoke] = useRevokeAnyTokenMutation();
  return ({ key, user: { email } }) =>
    oneEach(key, async () => {
      const agreed = await ask({
        title: t('authTokens.revoke_title'),
        text: t('authTokens.revoke_text', { email }),
        confirm: t('authTokens.revoke'),
        cancel: t('common.cancel'),
      });
      if (!agreed) return;
      const { error } = await revoke(key);
      if (error === undefined) notifySuccess(t('authTokens.revoked', { email }));
      else notifyProblem(t('authTokens.revoke_failed'), error);
    });
}
