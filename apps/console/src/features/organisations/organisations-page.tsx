import { ORGANISATION_SORTS } from '@leakwatch/contracts';
import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { PlusIcon } from '@primer/octicons-react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { Link } from 'react-router-dom';
import { useAddress } from '../../shared/lib/use-address.ts';
import { usePaging } from '../../shared/lib/use-paging.ts';
import { useSort } from '../../shared/lib/use-sort.ts';
import { EmptyBlock } from '../../shared/ui/blocks.tsx';
import { PagedList } from '../../shared/ui/paged-list.tsx';
import { SearchField } from '../../shared/ui/search-field.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { useListOrganisationsQuery } from './api.ts';
import { OrganisationDialog } from './organisation-dialog.tsx';
import { OrganisationTable } from './organisation-table.tsx';
import { useDeleteOrganisation } from './use-delete-organisation.ts';

/** Narrow the loaded page, in the browser. */
const FLAGS = ['active', 'trusted'] as const;

/** /settings/organisations: pages of organisations, and the dialog that creates and changes one. The address holds search, page and dialog. */
export function OrganisationsPage() {
  const { t } = useTexts();
  const [params, change] = useAddress();
  const paging = usePaging();
  const { sorting, asked: sorted } = useSort(ORGANISATION_SORTS);
  const name = params.get('name') ?? '';
  const query = useListOrganisationsQuery({ ...paging.asked, ...sorted, name }, { refetchOnMountOrArgChange: true });
  const { deleting, remove } = useDeleteOrganisation();
  const flags = FLAGS.filter((flag) => params.get(flag) === 'true');
  const clear = () => change({ name: null, active: null, trusted: null, page: null });
  const nothing = (
    <EmptyBlock title={t(name === '' ? 'organisations.nothing_on_page' : 'organisations.nothing_matches')}>
      <Button variant="default" onClick={clear}>
        {t('organisations.clear')}
      </Button>
    </EmptyBlock>
  );
  return (
    <Section
      title={t('organisations.title')}
      total={query.currentData && t('organisations.total', { count: query.currentData.count })}
      action={
        <Group gap="sm">
          <Button variant="default" component={Link} to="/settings/organisations/deleted">
            {t('organisations.deleted.open')}
          </Button>
          <Button leftSection={<PlusIcon />} onClick={() => change({ dialog: 'new' })}>
            {t('organisations.create')}
          </Button>
        </Group>
      }
    >
      <Group gap="md">
        <SearchField
          text={name}
          label={t('organisations.search')}
          onSearch={(text) => change({ name: text === '' ? null : text, page: null }, { replace: true })}
        />
        {FLAGS.map((flag) => (
          <Checkbox
            key={flag}
            label={t(`organisations.only.${flag}`)}
            checked={flags.includes(flag)}
            onChange={(event) => change({ [flag]: event.currentTarget.checked ? 'true' : null })}
          />
        ))}
      </Group>
      <PagedList
        keepsRows
        query={query}
        paging={paging}
        failed={t('organisations.failed')}
        rowHeight={48}
        empty={name === '' ? <EmptyBlock title={t('organisations.empty')} hint={t('organisations.empty_hint')} /> : nothing}
      >
        {(page) => {
          const found = page.filter((one) => flags.every((flag) => one[flag]));
          return found.length === 0 ? (
            nothing
          ) : (
            <Stack gap="sm">
              {found.length < page.length && (
                <Text c="dimmed">{t('organisations.narrowed', { shown: found.length, page: page.length })}</Text>
              )}
              <OrganisationTable
                sorting={sorting}
                organisations={found}
                deleting={deleting}
                onEdit={({ id }) => change({ dialog: id })}
                onDelete={(organisation) => void remove(organisation)}
              />
            </Stack>
          );
        }}
      </PagedList>

      <OrganisationDialog dialog={params.get('dialog')} onClose={() => change({ dialog: null })} />
    </Section>
  );
}
