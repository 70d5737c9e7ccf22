import { PROXY_SORTS } from '@leakwatch/contracts';
import { Button } from '@mantine/core';
import { PlusIcon, TrashIcon } from '@primer/octicons-react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { useAddress } from '../../shared/lib/use-address.ts';
import { useEdited } from '../../shared/lib/use-edited.ts';
import { usePaging } from '../../shared/lib/use-paging.ts';
import { useSort } from '../../shared/lib/use-sort.ts';
import { ListBar } from '../../shared/pool/list-bar.tsx';
import { usePolledChecks } from '../../shared/pool/poll.ts';
import { useCheck } from '../../shared/pool/use-check.ts';
import { EmptyBlock } from '../../shared/ui/blocks.tsx';
import { PagedList } from '../../shared/ui/paged-list.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { AddDialog } from './add-dialog.tsx';
import { useCheckProxiesMutation, useListProxiesQuery } from './api.ts';
import { EditDialog } from './edit-dialog.tsx';
import { ProxyFilters } from './proxy-filters.tsx';
import { ProxyTable } from './proxy-table.tsx';
import { useDeleteMatching } from './use-proxy-actions.ts';
import { useProxyFilters } from './use-proxy-filters.ts';

const PAGE_SIZE = 100;

/** /settings/proxies: the proxies of all organisations. The address holds filters, page and dialog: `new`, or the id of a proxy. */
export function ProxiesPage() {
  const { t } = useTexts();
  const [params, change] = useAddress();
  const filters = useProxyFilters();
  const paging = usePaging(PAGE_SIZE);
  const { sorting, asked: sorted } = useSort(PROXY_SORTS);
  const polled = usePolledChecks();
  const query = useListProxiesQuery({ ...paging.asked, ...filters.asked, ...sorted }, polled.options);
  const dialog = params.get('dialog');
  const edited = useEdited(dialog, query.currentData?.results);
  const { count = 0, results = [] } = query.currentData ?? {};
  polled.watch(results);
  const check = useCheck(useCheckProxiesMutation()[0]);
  const deleteMatching = useDeleteMatching(filters.asked, count);
  const add = (
    <Button leftSection={<PlusIcon />} onClick={() => change({ dialog: 'new' })}>
      {t('proxies.add')}
    </Button>
  );
  const empty = filters.filtered ? (
    <EmptyBlock level={3} title={t('proxies.nothing_matches')}>
      <Button variant="default" onClick={() => filters.change({ org: null, state: null })}>
        {t('pool.clear')}
      </Button>
    </EmptyBlock>
  ) : (
    <EmptyBlock level={3} title={t('proxies.empty')} hint={t('proxies.empty_hint')} />
  );
  return (
    <Section title={t('proxies.title')} lead={t('proxies.lead')} wide action={add}>
      <ProxyFilters {...filters} onRefresh={() => void query.refetch()} />
      {count > 0 && (
        <ListBar total={t('proxies.total', { count })} ids={results.map(({ id }) => id)} onCheck={(ids) => void check(ids)}>
          {filters.filtered && (
            <Button variant="default" size="xs" leftSection={<TrashIcon size={14} />} onClick={() => void deleteMatching()}>
              {t('proxies.delete_all')}
            </Button>
          )}
        </ListBar>
      )}
      <PagedList keepsRows query={query} paging={paging} failed={t('proxies.failed')} rowHeight={48} empty={empty}>
        {(proxies) => (
          <ProxyTable
            sorting={sorting}
            proxies={proxies}
            onEdit={({ id }) => change({ dialog: id })}
            onCheck={({ id }) => void check([id])}
          />
        )}
      </PagedList>
      <AddDialog opened={dialog === 'new'} onClose={() => change({ dialog: null })} />
      <EditDialog proxy={edited} onClose={() => change({ dialog: null })} />
    </Section>
  );
}
