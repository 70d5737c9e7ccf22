import type { BodyOf, deleteProxies, Proxy } from '@leakwatch/contracts';
import type { ProxyStep } from '@leakwatch/vocabulary';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { useReport } from '../../shared/pool/use-report.ts';
import { useOneEach } from '../../shared/lib/use-one-each.ts';
import { ask } from '../../shared/ui/ask.ts';
import { notifyProblem, notifySuccess, notifyWarning } from '../../shared/ui/notify.tsx';
import {
  useBlockProxyMutation,
  useDeleteProxiesMutation,
  useDeleteProxyMutation,
  useUnblockProxyMutation,
  useUnlinkProxyMutation,
} from './api.ts';
import { proxyName } from './proxy-name.ts';

export type ProxyAction = ProxyStep | 'delete';

/** Does what staff chose in the row of a proxy, and says how it ended. A deletion asks first. */
export function useProxyActions(): (proxy: Proxy, action: ProxyAction) => Promise<void> {
  const { t } = useTexts();
  const oneEach = useOneEach();
  const report = useReport();
  const [block] = useBlockProxyMutation();
  const [unblock] = useUnblockProxyMutation();
  const [unlink] = useUnlinkProxyMutation();
  const [remove] = useDeleteProxyMutation();
  const calls = { block, unblock, unlink, delete: remove };
  const mayDelete = async (proxy: Proxy): Promise<boolean> => {
    const name = proxyName(proxy);
    if (proxy.account === null)
      return ask({
        title: t('proxies.delete_title'),
        text: t('proxies.delete_text', { name }),
        confirm: t('pool.action.delete'),
        cancel: t('common.cancel'),
      });
    notifyWarning(t('proxies.in_use', { name }), t('proxies.in_use_hint'));
    return false;
  };
  return (proxy, action) =>
    oneEach(proxy.id, async () => {
      if (action === 'delete' && !(await mayDelete(proxy))) return;
      const name = proxyName(proxy);
      await report(calls[action](proxy.id), t(`proxies.done.${action}`, { name }), t(`proxies.not_done.${action}`, { name }));
    });
}

/** Deletes the proxies that match the filters and that no account uses, after a question: their passwords are nowhere else. */
export function useDeleteMatching(filter: BodyOf<typeof deleteProxies>, count: number): () => Promise<void> {
  const { t } = useTexts();
  const [remove] = useDeleteProxiesMutation();
  return async () => {
    const isWanted = await ask({
      title: t('proxies.delete_all_title'),
      text: t('proxies.delete_all_text', { count }),
      confirm: t('pool.action.delete'),
      cancel: t('common.cancel'),
    });
    if (!isWanted) return;
    const { data, error } = await remove(filter);
    if (data === undefined) notifyProblem(t('proxies.delete_all_failed'), error);
    else if (data.count === 0) notifyWarning(t('proxies.delete_all_none'), t('proxies.in_use_hint'));
    else notifySuccess(t('proxies.deleted', { count: data.count }));
  };
}
