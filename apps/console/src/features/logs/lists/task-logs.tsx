import { Button, Group, Stack, Table } from '@mantine/core';
import type { TaskLog } from '@leakwatch/contracts';
import { AlertIcon, CheckCircleIcon, CircleSlashIcon, type Icon, SyncIcon, TrashIcon, XCircleIcon } from '@primer/octicons-react';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { useSettings } from '../../../shared/api/settings.ts';
import { useSourceFault } from '../../../shared/i18n/use-source-fault.ts';
import { AccountsLink } from '../../../shared/ui/accounts-link.tsx';
import { usePaging } from '../../../shared/lib/use-paging.ts';
import { ask } from '../../../shared/ui/ask.ts';
import { EmptyBlock } from '../../../shared/ui/blocks.tsx';
import { ColumnTable } from '../../../shared/ui/column-table.tsx';
import { notifyProblem, notifySuccess } from '../../../shared/ui/notify.tsx';
import { PagedList } from '../../../shared/ui/paged-list.tsx';
import { SourceIcon } from '../../../shared/ui/source-icon.tsx';
import { TimeText } from '../../../shared/ui/time-text.tsx';
import { useClearTaskLogsMutation, useListTaskLogsQuery } from '../api.ts';
import type { TaskLogType } from '@leakwatch/vocabulary';
import { Tag, type TagTone } from '../../../shared/ui/tag.tsx';

const LOOKS: Readonly<Record<TaskLogType, { readonly tone: TagTone; readonly icon: Icon }>> = {
  success: { tone: 'fixed', icon: CheckCircleIcon },
  warning: { tone: 'in_progress', icon: AlertIcon },
  danger: { tone: 'open', icon: XCircleIcon },
  none: { tone: 'false', icon: CircleSlashIcon },
};

/** The outcome of a launch. */
function LogTag({ type }: { type: TaskLogType }) {
  const { t } = useTexts();
  const { tone, icon: Picture } = LOOKS[type];
  return (
    <Tag tone={tone} icon={<Picture size={12} />}>
      {t(`logs.type.${type}`)}
    </Tag>
  );
}

/** On the wire gitlab_cloud is spelt gitlab. */
const sourceOf = (log: TaskLog) => (log.source_type === 'gitlab' ? 'gitlab_cloud' : log.source_type);

function LogRow({ log }: { log: TaskLog }) {
  const { t } = useTexts();
  const faultText = useSourceFault();
  const { code, count, error_code: error } = log.message;
  const source = t(`common.sources.${sourceOf(log)}`);
  const message = t(`logs.message.${code}`, { source, number: count });
  return (
    <Table.Tr>
      <Table.Td>
        <SourceIcon source={sourceOf(log)} />
      </Table.Td>
      <Table.Td>{log.title}</Table.Td>
      <Table.Td>
        <LogTag type={log.log_type} />
      </Table.Td>
      <Table.Td>
        {error === null ? message : `${message} ${faultText(error)}`} <AccountsLink code={error} />
      </Table.Td>
      <Table.Td>
        <TimeText at={log.event_time} />
      </Table.Td>
    </Table.Tr>
  );
}

function useClear() {
  const { t } = useTexts();
  const [clear, { isLoading }] = useClearTaskLogsMutation();
  const run = async () => {
    const agreed = await ask({
      title: t('logs.clear_title'),
      text: t('logs.clear_text'),
      confirm: t('logs.clear'),
      cancel: t('common.cancel'),
    });
    if (!agreed) return;
    try {
      await clear().unwrap();
      notifySuccess(t('logs.cleared'));
    } catch (error) {
      notifyProblem(t('logs.clear_failed'), error);
    }
  };
  return { run, isLoading };
}

/** The outcomes of launches. */
export function TaskLogs() {
  const { t } = useTexts();
  const paging = usePaging();
  const query = useListTaskLogsQuery(paging.asked, { refetchOnMountOrArgChange: true });
  const clear = useClear();
  const organisation = useSettings()?.organisation;
  const columns = [
    t('logs.column.source'),
    t('logs.column.task'),
    t('logs.column.type'),
    t('logs.column.message'),
    t('logs.column.time'),
  ].map((name) => ({ name }));
  const filled = (query.currentData?.count ?? 0) > 0;
  return (
    <Stack gap="md">
      <Group gap="sm">
        <Button variant="default" leftSection={<SyncIcon />} loading={query.isFetching} onClick={() => void query.refetch()}>
          {t('logs.refresh')}
        </Button>
        <Button
          variant="default"
          leftSection={<TrashIcon />}
          disabled={!filled || organisation == null}
          loading={clear.isLoading}
          onClick={() => void clear.run()}
        >
          {t('logs.clear')}
        </Button>
      </Group>
      <PagedList
        query={query}
        paging={paging}
        failed={t('logs.failed')}
        rowHeight={32}
        empty={<EmptyBlock title={t('logs.empty')} hint={t('logs.empty_hint')} />}
      >
        {(logs) => (
          <ColumnTable columns={columns} minWidth={760}>
            {logs.map((log) => (
              <LogRow key={log.id} log={log} />
            ))}
          </ColumnTable>
        )}
      </PagedList>
    </Stack>
  );
}
