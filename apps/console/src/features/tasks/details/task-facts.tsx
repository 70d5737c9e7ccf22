import type { TaskDetails } from '@leakwatch/contracts';
import { Group, Paper } from '@mantine/core';
import { ClockIcon } from '@primer/octicons-react';
import { Fragment } from 'react';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { type Fact, FactList } from '../../../shared/ui/fact-list.tsx';
import { SourceIcon } from '../../../shared/ui/source-icon.tsx';
import { Tag } from '../../../shared/ui/tag.tsx';
import { TimeText } from '../../../shared/ui/time-text.tsx';
import classes from './details.module.css';
import { RecipientList } from './recipient-list.tsx';
import { usePersonName } from '../../../shared/i18n/use-person-name.ts';

function Observer({ observer }: { observer: NonNullable<TaskDetails['git_repository_observer']> }) {
  const { t } = useTexts();
  const owner =
    observer.source_type === 'custom' ? '' : `, ${t(observer.is_organisation ? 'tasks.details.organisation' : 'tasks.details.individual')}`;
  return <>{`${observer.account_name} (${t(`gitRepositories.host.${observer.source_type}`)}${owner})`}</>;
}

function SourceTags({ sources }: Pick<TaskDetails, 'sources'>) {
  const { t } = useTexts();
  return (
    <Group gap={4}>
      {sources.map(({ source_type: source, search_type: search, waiting }) => (
        <Fragment key={`${source} ${search}`}>
          <Tag tone="info" icon={<SourceIcon source={source} />}>
            {t(`common.sources.${source}`)}
          </Tag>
          {waiting && (
            <Tag tone="in_progress" icon={<ClockIcon size={12} />}>
              {t('tasks.waiting')}
            </Tag>
          )}
        </Fragment>
      ))}
    </Group>
  );
}

/** The facts of the task. */
export function TaskFacts({ task }: { task: TaskDetails }) {
  const { t } = useTexts();
  const personName = usePersonName();
  const deep = task.search_patterns.find((one) => one.kind === 'deep');
  const facts: Fact[] = [
    [t('tasks.details.author'), task.author === null ? t('tasks.author_unknown') : personName(task.author)],
    [t('tasks.details.created'), <TimeText key="created" at={task.created} relative />],
    [t('tasks.details.sources'), <SourceTags key="sources" sources={task.sources} />],
    [t('tasks.details.recipients'), <RecipientList key="recipients" addresses={task.recipients} company={task.company} />],
    [t('tasks.details.patterns'), task.pattern_count],
  ];
  if (deep !== undefined)
    facts.push([
      t('tasks.details.deep_pattern'),
      <Group key="deep" gap={6}>
        <code className={classes['code']}>{deep.pattern}</code>
        {deep.waiting && <Tag tone="in_progress">{t('tasks.waiting')}</Tag>}
      </Group>,
    ]);
  if (task.git_repository_observer !== null)
    facts.push([t('tasks.details.observer'), <Observer key="observer" observer={task.git_repository_observer} />]);
  return (
    <Paper withBorder p="md">
      <FactList facts={facts} />
    </Paper>
  );
}
