import type { TaskDetails } from '@leakwatch/contracts';
import { Paper, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Tag } from '../../../shared/ui/tag.tsx';
import { SourceProgress } from '../source-progress.tsx';
import { Coverage } from './coverage.tsx';

/** The progress of each source, and its coverage. */
export function SourceBlock({ task }: { task: TaskDetails }) {
  const { t } = useTranslation();
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h3" mb="sm">
        {t('tasks.details.progress')}
      </Title>
      <Stack gap="md">
        {task.sources.length === 0 && <Text c="dimmed">{t('tasks.details.no_sources')}</Text>}
        {task.sources.map((source) => {
          const coverage = task.coverage.find((one) => one.source_type === source.source_type);
          return (
            <Stack key={`${source.source_type} ${source.search_type}`} gap={6}>
              <SourceProgress source={source} />
              {source.tg_channels.length > 0 && (
                <Text c="dimmed" className="lw-break">
                  {source.tg_channels.map(({ username, waiting }) => (
                    <span key={username}>
                      @{username} {waiting && <Tag tone="in_progress">{t('tasks.waiting')}</Tag>}{' '}
                    </span>
                  ))}
                </Text>
              )}
              {coverage !== undefined && <Coverage coverage={coverage} running={task.status} />}
            </Stack>
          );
        })}
      </Stack>
    </Paper>
  );
}
