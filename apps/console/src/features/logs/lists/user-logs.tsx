import { Button, Group, Stack, Table, Text } from '@mantine/core';
import { SyncIcon } from '@primer/octicons-react';
import { useTranslation } from 'react-i18next';
import { usePaging } from '../../../shared/lib/use-paging.ts';
import { EmptyBlock } from '../../../shared/ui/blocks.tsx';
import { PagedList } from '../../../shared/ui/paged-list.tsx';
import { TimeText } from '../../../shared/ui/time-text.tsx';
import { useListUserActivityQuery } from '../api.ts';
import classes from '../logs.module.css';

/** What people of the organisation did; staff see everybody. */
export function UserLogs() {
  const { t } = useTranslation();
  const paging = usePaging();
  const query = useListUserActivityQuery(paging.asked, { refetchOnMountOrArgChange: true });
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
          <Table.ScrollContainer minWidth={640}>
            <Table className={classes['table'] ?? ''}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t('logs.column.user')}</Table.Th>
                  <Table.Th>{t('logs.column.company')}</Table.Th>
                  <Table.Th>{t('logs.column.description')}</Table.Th>
                  <Table.Th>{t('logs.column.time')}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {records.map((record) => (
                  <Table.Tr key={record.id}>
                    <Table.Td>{record.user}</Table.Td>
                    <Table.Td>{record.company ?? <Text c="dimmed">{t('logs.no_company')}</Text>}</Table.Td>
                    <Table.Td>{t(`activity.kind.${record.description}`)}</Table.Td>
                    <Table.Td>
                      <TimeText at={record.created} />
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
      </PagedList>
    </Stack>
  );
}
