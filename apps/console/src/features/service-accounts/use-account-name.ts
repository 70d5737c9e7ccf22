import type { ServiceAccount } from '@leakwatch/contracts';
import { useTexts } from '../../shared/i18n/use-texts.ts';

/** How the texts call an account: its source, and its login. An account of gists may have none: it is called by its proxy. */
export function useAccountName(): (account: Pick<ServiceAccount, 'source_type' | 'login' | 'proxy_ext'>) => string {
  const { t } = useTexts();
  return ({ source_type, login, proxy_ext }) =>
    [t(`common.sources.${source_type}`), login === '' ? (proxy_ext ?? '') : login].join(' ').trim();
}
