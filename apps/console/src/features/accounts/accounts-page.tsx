import { ACCOUNT_SEARCH_FIELDS, ACCOUNT_SORTS } from '@leakwatch/contracts';
import { Button, Group, NativeSelect } from '@mantine/core';
import { PlusIcon } from '@primer/octicons-react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { readId } from '../../shared/lib/read-id.ts';
import { useAddress } from '../../shared/lib/use-address.ts';
import { usePaging } from '../../shared/lib/use-paging.ts';
import { useSort } from '../../shared/lib/use-sort.ts';
import { EmptyBlock } from '../../shared/ui/blocks.tsx';
import { OrganisationSelect } from '../../shared/ui/organisation-select.tsx';
import { PagedList } from '../../shared/ui/paged-list.tsx';
import { SearchField } from '../../shared/ui/search-field.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { AccountDialog } from './account-dialog.tsx';
import { AccountTable } from './account-table.tsx';
import { useListAccountsQuery } from './api.ts';

/** /settings/accounts: the people who sign in, and the dialog that creates and changes an account. The address holds filters, page and dialog. */
export function AccountsPage() {
  const { t } = useTexts();
  const [params, change] = useAddress();
  const paging = usePaging();
  const { sorting, asked: sorted } = useSort(ACCOUNT_SORTS);
  const org = readId(params, 'org');
  const field = ACCOUNT_SEARCH_FIELDS.find((one) => one === params.get('field')) ?? 'email';
  const text = params.get('text') ?? '';
  const asked = { ...paging.asked, ...sorted, ...(org !== null && { company: org }), ...(text !== '' && { [field]: text }) };
  const query = useListAccountsQuery(asked, { refetchOnMountOrArgChange: true });
  const filtered = org !== null || text !== '';
  return (
    <Section
      title={t('accounts.title')}
      total={query.currentData && t('accounts.total', { count: query.currentData.count })}
      action={
        <Button leftSection={<PlusIcon />} onClick={() => change({ dialog: 'new' })}>
          {t('accounts.create')}
        </Button>
      }
    >
      <Group gap="md" role="search" aria-label={t('accounts.filters')}>
        <OrganisationSelect labelled={false} width={240} value={org} onChange={(wanted) => change({ org: wanted, page: null })} />
        <NativeSelect
          aria-label={t('accounts.field')}
          data={ACCOUNT_SEARCH_FIELDS.map((value) => ({ value, label: t(`accounts.by.${value}`) }))}
          value={field}
          onChange={(event) => change({ field: event.currentTarget.value, page: null })}
        />
        <SearchField
          text={text}
          label={t('accounts.search')}
          onSearch={(wanted) => change({ text: wanted === '' ? null : wanted, page: null }, { replace: true })}
        />
      </Group>
      <PagedList
        keepsRows
        query={query}
        paging={paging}
        failed={t('accounts.failed')}
        rowHeight={56}
        empty={
          filtered ? (
            <EmptyBlock title={t('accounts.nothing_matches')}>
              <Button variant="default" onClick={() => change({ org: null, text: null, field: null, page: null })}>
                {t('accounts.clear')}
              </Button>
            </EmptyBlock>
          ) : (
            <EmptyBlock title={t('accounts.empty')} hint={t('accounts.empty_hint')} />
          )
        }
      >
        {(found) => <AccountTable sorting={sorting} accounts={found} onEdit={({ id }) => change({ dialog: id })} />}
      </PagedList>
      <AccountDialog dialog={params.get('dialog')} onClose={() => change({ dialog: null })} />
    </Section>
  );
}
