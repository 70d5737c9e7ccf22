import type { TaskRow } from '@leakwatch/contracts';
import { Group, Progress, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../shared/lib/dates.ts';
import { SourceIcon } from '../../shared/ui/source-icon.tsx';

type Source = TaskRow['sources'][number];

/** The scan progress of a source; the bar turns green at 100. */
export function SourceProgress({ source }: { source: Source }) {
  const { t } = useTranslation();
  const name = t(`common.sources.${source.source_type}`);
  const done = source.progress === 100;
  const activity = source.activity === null ? undefined : t('tasks.activity', { time: formatDateTime(new Date(source.activity)) });
  return (
    <div title={activity}>
      <Group gap={6} wrap="nowrap">
        <SourceIcon source={source.source_type} />
        <span style={{ whiteSpace: 'nowrap' }}>{name}</span>
        <Text span c="dimmed" inherit ml="auto" ta="right" style={{ whiteSpace: 'nowrap' }}>
          {`${t(`tasks.source_state.${source.state}`)} · ${source.progress}%`}
        </Text>
      </Group>
      <Progress.Root size={6} mt={4}>
        <Progress.Section value={source.progress} color={done ? 'green' : 'accent'} aria-label={t('tasks.progress', { source: name })} />
      </Progress.Root>
    </div>
  );
}
