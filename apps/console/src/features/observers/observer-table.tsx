import type { ObserverRow } from '@leakwatch/contracts';
import { ActionIcon, Anchor, Stack, Table } from '@mantine/core';
import { AlertIcon, ChevronDownIcon, ChevronRightIcon } from '@primer/octicons-react';
import { Fragment } from 'react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { Link } from 'react-router-dom';
import { formatNumber } from '../../shared/lib/numbers.ts';
import type { Sorting } from '../../shared/lib/use-sort.ts';
import { ColumnTable } from '../../shared/ui/column-table.tsx';
import { FactList } from '../../shared/ui/fact-list.tsx';
import { Tag } from '../../shared/ui/tag.tsx';
import { ObservedRepositories } from './observed-repositories.tsx';

const nameOf = ({ company }: ObserverRow): string => company.name ?? company.id;

function TaskLink({ observer: { task, task_title: title } }: { observer: ObserverRow }) {
  return (
    <Anchor component={Link} to={`/git_monitoring/${task}`} className="lw-break" inherit>
      {title}
    </Anchor>
  );
}

function Details({ observer }: { observer: ObserverRow }) {
  const { t } = useTexts();
  const owner = t(observer.is_organisation ? 'observers.organisation' : 'observers.person');
  return (
    <Stack gap="md">
      <FactList
        facts={[
          [
            t('observers.id'),
            <span key="id" className="lw-break">
              {observer.id}
            </span>,
          ],
          [t('observers.company'), nameOf(observer)],
          [t('observers.host'), t(`gitRepositories.host.${observer.source_type}`)],
          [t('observers.account'), observer.account_name],
          // A host of another kind has no such difference.
          ...(observer.source_type === 'custom' ? [] : [[t('observers.owner'), owner] as const]),
          [t('observers.task'), <TaskLink key="task" observer={observer} />],
        ]}
      />
      <ObservedRepositories observer={observer} />
    </Stack>
  );
}

interface ObserverTableProps {
  readonly observers: readonly ObserverRow[];
  readonly sorting: Sorting;
  /** The id of the observer whose row is open. */
  readonly open: string | null;
  readonly onOpen: (id: string | null) => void;
}

/** A page of the observers. A row opens to the account and its repositories, one row at a time. */
export function ObserverTable({ observers, sorting, open, onOpen }: ObserverTableProps) {
  const { t, locale } = useTexts();
  const columns = [
    { id: 'company', name: t('observers.company'), min: 120 },
    { id: 'account_name', name: t('observers.account'), min: 120 },
    { id: 'host', name: t('observers.host') },
    { id: 'task_title', name: t('observers.task'), min: 140 },
    { id: 'repositories', name: t('observers.repositories') },
  ];
  return (
    <ColumnTable
      table="observers"
      sorting={sorting}
      minWidth={640}
      plain
      first={
        <Table.Th w={40}>
          <span className="lw-hidden">{t('observers.details')}</span>
        </Table.Th>
      }
      columns={columns}
    >
      {observers.map((observer) => {
        const isOpen = observer.id === open;
        const name = `${observer.account_name}, ${nameOf(observer)}`;
        return (
          <Fragment key={observer.id}>
            <Table.Tr>
              <Table.Td>
                <ActionIcon
                  variant="default"
                  size={26}
                  aria-expanded={isOpen}
                  aria-label={t('observers.details_of', { name })}
                  onClick={() => onOpen(isOpen ? null : observer.id)}
                >
                  {isOpen ? <ChevronDownIcon size={16} /> : <ChevronRightIcon size={16} />}
                </ActionIcon>
              </Table.Td>
              <Table.Td className="lw-break">{nameOf(observer)}</Table.Td>
              <Table.Td className="lw-break">{observer.account_name}</Table.Td>
              <Table.Td>{t(`gitRepositories.host.${observer.source_type}`)}</Table.Td>
              <Table.Td>
                <TaskLink observer={observer} />
              </Table.Td>
              <Table.Td>
                {formatNumber(observer.repositories_count, locale)}{' '}
                {observer.repositories_failed > 0 && (
                  <Tag tone="open" icon={<AlertIcon size={12} />}>
                    {t('observers.with_error', { number: observer.repositories_failed })}
                  </Tag>
                )}
              </Table.Td>
            </Table.Tr>
            {isOpen && (
              <Table.Tr>
                <Table.Td colSpan={columns.length + 1}>
                  <Details observer={observer} />
                </Table.Td>
              </Table.Tr>
            )}
          </Fragment>
        );
      })}
    </ColumnTable>
  );
}
