import { Button, Group, Stack, Table, Text } from '@mantine/core';
import { SyncIcon } from '@primer/octicons-react';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { usePaging } from '../../../shared/lib/use-paging.ts';
import { EmptyBlock } from '../../../shared/ui/blocks.tsx';
import { ColumnTable } from '../../../shared/ui/column-table.tsx';
import { PagedList } from '../../../shared/ui/paged-list.tsx';
import { TimeText } from '../../../shared/ui/time-text.tsx';
import { useListUserActivityQuery } from '../api.ts';
import { usePersonName } from '../../../shared/i18n/use-person-name.ts';

/** Actions of the organisation's users; staff see all users. */
export function UserLogs() {
  const { t } = useTexts();
  const personName = usePersonName();
  const paging = usePaging();
  const query = useListUserActivityQuery(paging.asked, { refetchOnMountOrArgChange: true });
  const columns = [t('logs.column.user'), t('logs.column.company'), t('logs.column.description'), t('logs.column.time')].map((name) => ({
    name,
  }));
  return (
    <Stack gap="md">
      <Group gap="sm">
        <Button variant="default" leftSection={<SyncIcon />} loading={query.isFetching} onClick={() => void query.refetch()}>
          {t('logs.refresh')}
        </Button>
      </Group>
      <PagedList
        query={query}
        paging={paging}
        failed={t('logs.users_failed')}
        rowHeight={32}
        empty={<EmptyBlock title={t('logs.users_empty')} hint={t('logs.users_empty_hint')} />}
      >
        {(records) => (
          <ColumnTable columns={columns} minWidth={640}>
            {records.map((record) => (
              <Table.Tr key={record.id}>
                <Table.Td>{personName(record.user)}</Table.Td>
                <Table.Td>{record.company ?? <Text c="dimmed">{t('logs.no_company')}</Text>}</Table.Td>
                <Table.Td>{t(`activity.kind.${record.description}`)}</Table.Td>
                <Table.Td>
                  <TimeText at={record.created} />
                </Table.Td>
              </Table.Tr>
            ))}
          </ColumnTable>
        )}
      </PagedList>
    </Stack>
  );
}
