import type { TaskDetails } from '@leakwatch/contracts';
import { Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TimeText } from '../../../shared/ui/time-text.tsx';
import { SourceProgress } from '../source-progress.tsx';
import classes from './details.module.css';

function Observer({ observer }: { observer: NonNullable<TaskDetails['git_repository_observer']> }) {
  const { t } = useTranslation();
  const owner =
    observer.source_type === 'custom' ? '' : `, ${t(observer.is_organisation ? 'tasks.details.organisation' : 'tasks.details.individual')}`;
  return <>{`${observer.account_name} (${t(`tasks.observer_source.${observer.source_type}`)}${owner})`}</>;
}

/** What the task is, and how far each of its sources is. */
export function TaskFacts({ task }: { task: TaskDetails }) {
  const { t } = useTranslation();
  const facts: [string, ReactNode][] = [
    [t('tasks.details.author'), task.author ?? t('tasks.author_unknown')],
    [t('tasks.details.created'), <TimeText key="created" at={task.created} relative />],
    [t('tasks.details.patterns'), task.pattern_count],
    [t('tasks.details.recipients'), task.recipients.length === 0 ? t('tasks.no_recipients') : task.recipients.join(', ')],
  ];
  if (task.git_repository_observer !== null)
    facts.push([t('tasks.details.observer'), <Observer key="observer" observer={task.git_repository_observer} />]);
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
      <Paper withBorder p="md">
        <dl className={classes['facts']}>
          {facts.map(([name, value]) => (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </Fragment>
          ))}
        </dl>
      </Paper>
      <Paper withBorder p="md">
        <Title order={2} size="h3" mb="sm">
          {t('tasks.details.sources')}
        </Title>
        <Stack gap="md">
          {task.sources.map((source) => (
            <div key={`${source.source_type} ${source.search_type}`}>
              <SourceProgress source={source} />
              {source.tg_channels.length > 0 && (
                <Text c="dimmed" className="lw-break">
                  {source.tg_channels.map(({ username }) => `@${username}`).join(', ')}
                </Text>
              )}
            </div>
          ))}
        </Stack>
      </Paper>
    </SimpleGrid>
  );
}
