import { SERVICE_ACCOUNT_SORTS } from '@leakwatch/contracts';
import { CHECKED_SOURCES } from '@leakwatch/vocabulary';
import { Button, Group } from '@mantine/core';
import { PlusIcon } from '@primer/octicons-react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { useAddress } from '../../shared/lib/use-address.ts';
import { usePaging } from '../../shared/lib/use-paging.ts';
import { useSort } from '../../shared/lib/use-sort.ts';
import { ListBar } from '../../shared/pool/list-bar.tsx';
import { usePolledChecks } from '../../shared/pool/poll.ts';
import { useCheck } from '../../shared/pool/use-check.ts';
import { EmptyBlock } from '../../shared/ui/blocks.tsx';
import { PagedList } from '../../shared/ui/paged-list.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { AccountDialog } from './account-dialog.tsx';
import { AccountFilters } from './account-filters.tsx';
import { AccountTable } from './account-table.tsx';
import { useCheckServiceAccountsMutation, useListServiceAccountsQuery } from './api.ts';
import { ImportDialog } from './import-dialog.tsx';
import { TelegramDialog } from './telegram/telegram-dialog.tsx';
import { useAccountFilters } from './use-account-filters.ts';

/** An installation has few accounts: most fit on one page. */
const PAGE_SIZE = 100;

/** /settings/service-accounts: the service accounts of all organisations. The address holds filters, page and dialog: `new`, `import`, or an id; `telegram` is
 * the account that is controlled. */
export function ServiceAccountsPage() {
  const { t } = useTexts();
  const [params, change] = useAddress();
  const filters = useAccountFilters();
  const paging = usePaging(PAGE_SIZE);
  const { sorting, asked: sorted } = useSort(SERVICE_ACCOUNT_SORTS);
  const polled = usePolledChecks();
  const query = useListServiceAccountsQuery({ ...paging.asked, ...filters.asked, ...sorted }, polled.options);
  const { count = 0, results = [] } = query.currentData ?? {};
  polled.watch(results);
  const check = useCheck(useCheckServiceAccountsMutation()[0]);
  const checked = results.filter(({ source_type }) => CHECKED_SOURCES.includes(source_type)).map(({ id }) => id);
  const empty = filters.filtered ? (
    <EmptyBlock level={3} title={t('serviceAccounts.nothing_matches')}>
      <Button variant="default" onClick={() => filters.change({ org: null, source: null })}>
        {t('pool.clear')}
      </Button>
    </EmptyBlock>
  ) : (
    <EmptyBlock level={3} title={t('serviceAccounts.empty')} hint={t('serviceAccounts.empty_hint')} />
  );
  return (
    <Section
      title={t('serviceAccounts.title')}
      lead={t('serviceAccounts.lead')}
      wide
      action={
        <Group gap="xs">
          <Button variant="default" onClick={() => change({ dialog: 'import' })}>
            {t('serviceAccounts.import.open')}
          </Button>
          <Button leftSection={<PlusIcon />} onClick={() => change({ dialog: 'new' })}>
            {t('serviceAccounts.add')}
          </Button>
        </Group>
      }
    >
      <AccountFilters {...filters} onRefresh={() => void query.refetch()} />
      {count > 0 && <ListBar total={t('serviceAccounts.total', { count })} ids={checked} onCheck={(ids) => void check(ids)} />}
      <PagedList keepsRows query={query} paging={paging} failed={t('serviceAccounts.failed')} rowHeight={48} empty={empty}>
        {(accounts) => (
          <AccountTable
            sorting={sorting}
            accounts={accounts}
            onEdit={({ id }) => change({ dialog: id })}
            onTelegram={({ id }) => change({ telegram: id })}
            onCheck={({ id }) => void check([id])}
          />
        )}
      </PagedList>
      <TelegramDialog />
      <ImportDialog opened={params.get('dialog') === 'import'} onClose={() => change({ dialog: null })} />
      <AccountDialog listed={query.currentData?.results} />
    </Section>
  );
}
