import type { TaskRow } from '@leakwatch/contracts';
import { Anchor, Group, Stack, Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { useCurrentOrganisationQuery } from '../../../shared/api/options.ts';
import { TimeText } from '../../../shared/ui/time-text.tsx';
import { SourceProgress } from '../source-progress.tsx';
import { StartStop } from '../start-stop.tsx';
import { TaskTags } from '../task-tags.tsx';
import classes from './task-table.module.css';

const RECIPIENTS_SHOWN = 2;
const COLUMNS = ['title', 'state', 'sources', 'author', 'created', 'recipients', 'actions'] as const;

const pathOf = (task: TaskRow): string => (task.is_git_monitoring ? `/git_monitoring/${task.id}` : `/task/${task.id}`);

function Recipients({ addresses }: { addresses: readonly string[] }) {
  const { t } = useTranslation();
  if (addresses.length === 0) return <span className={classes['dim']}>{t('tasks.no_recipients')}</span>;
  const rest = addresses.length - RECIPIENTS_SHOWN;
  return (
    <span className="lw-break" title={addresses.join(', ')}>
      {addresses.slice(0, RECIPIENTS_SHOWN).join(', ')}
      {rest > 0 && ` ${t('tasks.more_recipients', { number: rest })}`}
    </span>
  );
}

function Row({ task, trusted }: { task: TaskRow; trusted: boolean }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    // The link is for the keyboard and for a new tab; the whole row is for the mouse.
    <Table.Tr className={classes['row']} onClick={() => void navigate(pathOf(task))}>
      <Table.Td className={classes['title']}>
        <Anchor component={Link} to={pathOf(task)} className="lw-break" inherit onClick={(event) => event.stopPropagation()}>
          {task.title}
        </Anchor>
      </Table.Td>
      <Table.Td>
        <Group gap={4}>
          <TaskTags task={task} trusted={trusted} />
        </Group>
      </Table.Td>
      <Table.Td miw={220}>
        <Stack gap={6}>
          {task.sources.map((source) => (
            <SourceProgress key={`${source.source_type} ${source.search_type}`} source={source} />
          ))}
        </Stack>
      </Table.Td>
      <Table.Td>{task.author ?? <span className={classes['dim']}>{t('tasks.author_unknown')}</span>}</Table.Td>
      <Table.Td>
        <TimeText at={task.created} />
      </Table.Td>
      <Table.Td>
        <Recipients addresses={task.recipients} />
      </Table.Td>
      <Table.Td onClick={(event) => event.stopPropagation()}>
        <StartStop task={task} />
      </Table.Td>
    </Table.Tr>
  );
}

export function TaskTable({ tasks }: { tasks: readonly TaskRow[] }) {
  const { t } = useTranslation();
  // Until the organisation is known nothing is said about confirmation.
  const trusted = useCurrentOrganisationQuery().data?.trusted ?? true;
  return (
    <Table.ScrollContainer minWidth={900} type="native">
      <Table className={classes['table']}>
        <Table.Thead>
          <Table.Tr>
            {COLUMNS.map((column) => (
              <Table.Th key={column}>{t(`tasks.column.${column}`)}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {tasks.map((task) => (
            <Row key={task.id} task={task} trusted={trusted} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
