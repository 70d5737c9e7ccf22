import { Button, Checkbox, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { PlusIcon } from '@primer/octicons-react';
import { useTranslation } from 'react-i18next';
import { useListOrganisationOptionsQuery } from '../../shared/api/options.ts';
import { toProblem } from '../../shared/api/problem.ts';
import { useAddress } from '../../shared/lib/use-address.ts';
import { EmptyBlock, ProblemBlock, SkeletonRows } from '../../shared/ui/blocks.tsx';
import { SearchField } from '../../shared/ui/search-field.tsx';
import { CreateDialog } from './create-dialog.tsx';
import { OrganisationTable } from './organisation-table.tsx';

/** /settings/organisations: a table of all organisations, and a dialog that creates one. The address holds the filters and the dialog. */
export function OrganisationsPage() {
  const { t } = useTranslation();
  const [params, change] = useAddress();
  const { data, error, refetch } = useListOrganisationOptionsQuery(undefined, { refetchOnMountOrArgChange: true });
  const search = params.get('name') ?? '';
  const onlyActive = params.get('active') === 'true';
  const found = data?.filter(({ name, active }) => name.toLowerCase().includes(search.toLowerCase()) && (active || !onlyActive));
  const create = (
    <Button leftSection={<PlusIcon />} onClick={() => change({ dialog: 'new' })}>
      {t('organisations.create')}
    </Button>
  );
  return (
    <Paper component="section" withBorder p="lg" aria-labelledby="organisations">
      <Stack gap="md">
        <Group justify="space-between">
          <Title order={2} id="organisations">
            {t('organisations.title')}
          </Title>
          {create}
        </Group>
        <Group gap="md">
          <SearchField
            text={search}
            label={t('organisations.search')}
            onSearch={(text) => change({ name: text === '' ? null : text }, { replace: true })}
          />
          <Checkbox
            label={t('organisations.only_active')}
            checked={onlyActive}
            onChange={(event) => change({ active: event.currentTarget.checked ? 'true' : null })}
          />
        </Group>
        {data === undefined && error === undefined && <SkeletonRows rows={6} height={32} />}
        {data === undefined && error !== undefined && (
          <ProblemBlock title={t('organisations.failed')} problem={toProblem(error)} onRetry={() => void refetch()} />
        )}
        {data?.length === 0 && <EmptyBlock title={t('organisations.empty')} hint={t('organisations.empty_hint')} />}
        {data !== undefined && data.length > 0 && found?.length === 0 && (
          <EmptyBlock title={t('organisations.nothing_matches')}>
            <Button variant="default" onClick={() => change({ name: null, active: null })}>
              {t('organisations.clear')}
            </Button>
          </EmptyBlock>
        )}
        {found !== undefined && found.length > 0 && (
          <>
            <Text c="dimmed" role="status">
              {t('organisations.total', { count: found.length })}
            </Text>
            <OrganisationTable organisations={found} />
          </>
        )}
      </Stack>
      <CreateDialog opened={params.get('dialog') === 'new'} onClose={() => change({ dialog: null })} />
    </Paper>
  );
}
