import type { TaskRow } from '@leakwatch/contracts';
import { Anchor, Checkbox, Group, Stack, Table } from '@mantine/core';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { Link, useNavigate } from 'react-router-dom';
import { ColumnTable } from '../../../shared/ui/column-table.tsx';
import { TimeText } from '../../../shared/ui/time-text.tsx';
import { SourceProgress } from '../source-progress.tsx';
import { DeleteTask } from '../../../shared/tasks/delete-task.tsx';
import type { SessionView } from '../sessions/use-session.ts';
import { StartStop } from '../start-stop.tsx';
import { ConfirmationTag, TaskTags } from '../task-tags.tsx';
import { toggleAll } from './selection.ts';
import classes from './task-table.module.css';
import type { Column } from './use-columns.ts';
import { usePersonName } from '../../../shared/i18n/use-person-name.ts';

const RECIPIENTS_SHOWN = 2;

/** In launch session mode: the selected stopped tasks, on any page. */
export interface TaskSelection {
  readonly selected: readonly string[];
  readonly onSelect: (ids: readonly string[]) => void;
}

interface RowProps {
  readonly task: TaskRow;
  readonly columns: readonly Column[];
  readonly trusted: boolean;
  readonly session: SessionView;
  readonly selection: TaskSelection | undefined;
}

const pathOf = (task: TaskRow): string => (task.is_git_monitoring ? `/git_monitoring/${task.id}` : `/task/${task.id}`);

function Recipients({ addresses }: { addresses: readonly string[] }) {
  const { t } = useTexts();
  if (addresses.length === 0) return <span className={classes['dim']}>{t('tasks.no_recipients')}</span>;
  const rest = addresses.length - RECIPIENTS_SHOWN;
  return (
    <div className={classes['recipients']} title={addresses.join(', ')}>
      {addresses.slice(0, RECIPIENTS_SHOWN).map((address) => (
        <div key={address}>{address}</div>
      ))}
      {rest > 0 && <div className={classes['dim']}>{t('tasks.more_recipients', { number: rest })}</div>}
    </div>
  );
}

function SelectCell({ task, trusted, selected, onSelect }: Pick<RowProps, 'task' | 'trusted'> & TaskSelection) {
  const { t } = useTexts();
  const checked = selected.includes(task.id);
  return (
    <Table.Td onClick={(event) => event.stopPropagation()}>
      <Checkbox
        aria-label={t('tasks.select_named', { title: task.title })}
        checked={checked}
        disabled={task.status || (!trusted && !task.confirmed)}
        onChange={() => onSelect(checked ? selected.filter((id) => id !== task.id) : [...selected, task.id])}
      />
    </Table.Td>
  );
}

function SelectAll({ free, selected, onSelect }: TaskSelection & { free: readonly string[] }) {
  const { t } = useTexts();
  const here = free.filter((id) => selected.includes(id));
  const all = here.length === free.length;
  return (
    <Table.Th>
      <Checkbox
        aria-label={t('tasks.select_all')}
        checked={free.length > 0 && all}
        indeterminate={here.length > 0 && !all}
        disabled={free.length === 0}
        onChange={() => onSelect(toggleAll(selected, free))}
      />
    </Table.Th>
  );
}

function Sources({ sources }: Pick<TaskRow, 'sources'>) {
  return (
    <Stack gap={6}>
      {sources.map((source) => (
        <SourceProgress key={`${source.source_type} ${source.search_type}`} source={source} />
      ))}
    </Stack>
  );
}

function Row({ task, columns, trusted, session, selection }: RowProps) {
  const { t } = useTexts();
  const personName = usePersonName();
  const navigate = useNavigate();
  const has = (column: Column) => columns.includes(column);
  return (
    // The link is for the keyboard and for a new tab; the whole row is for the mouse.
    <Table.Tr className={classes['row']} onClick={() => void navigate(pathOf(task))}>
      {selection !== undefined && <SelectCell task={task} trusted={trusted} selected={selection.selected} onSelect={selection.onSelect} />}
      <Table.Td className={classes['title']}>
        <Anchor component={Link} to={pathOf(task)} className="lw-break" inherit onClick={(event) => event.stopPropagation()}>
          {task.title}
        </Anchor>
      </Table.Td>
      {has('state') && (
        <Table.Td>
          <Group gap={4}>
            <TaskTags task={task} trusted />
          </Group>
        </Table.Td>
      )}
      {has('confirmed') && (
        <Table.Td>
          <ConfirmationTag task={task} />
        </Table.Td>
      )}
      {has('sources') && (
        <Table.Td miw={180}>
          <Sources sources={task.sources} />
        </Table.Td>
      )}
      {has('author') && (
        <Table.Td miw={110}>
          {task.author === null ? <span className={classes['dim']}>{t('tasks.author_unknown')}</span> : personName(task.author)}
        </Table.Td>
      )}
      {has('created') && (
        <Table.Td>
          <TimeText at={task.created} />
        </Table.Td>
      )}
      {has('recipients') && (
        <Table.Td>
          <Recipients addresses={task.recipients} />
        </Table.Td>
      )}
      <Table.Td onClick={(event) => event.stopPropagation()}>
        <Group gap="xs" wrap="nowrap">
          <StartStop task={task} session={session} />
          <DeleteTask task={task} />
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

/** The tasks of a page; the confirmed column is there only where the organisation is not trusted. */
export function TaskTable({ tasks, columns, trusted, session, selection }: Omit<RowProps, 'task'> & { tasks: readonly TaskRow[] }) {
  const { t } = useTexts();
  const shown = columns.filter((column) => column !== 'confirmed' || !trusted);
  const free = tasks.filter((task) => !task.status && (trusted || task.confirmed)).map((task) => task.id);
  return (
    <ColumnTable
      minWidth={900}
      first={selection !== undefined && <SelectAll free={free} {...selection} />}
      columns={shown.map((column) => ({ name: t(`tasks.column.${column}`) }))}
      actions={t('tasks.column.actions')}
    >
      {tasks.map((task) => (
        <Row key={task.id} task={task} columns={shown} trusted={trusted} session={session} selection={selection} />
      ))}
    </ColumnTable>
  );
}
