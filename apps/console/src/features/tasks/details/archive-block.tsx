import type { ArchiveSearchState } from '@leakwatch/contracts';
import { Anchor, Paper, Progress, Stack, Text, Title } from '@mantine/core';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { Link } from 'react-router-dom';
import { formatDateTime } from '../../../shared/lib/dates.ts';
import { FactList, type Fact } from '../../../shared/ui/fact-list.tsx';
import { TimeText } from '../../../shared/ui/time-text.tsx';
import { useTaskArchiveQuery } from '../api.ts';
import classes from './details.module.css';

const POLL_MS = 5_000;
const PERCENT = 100;

/** Progress of the search for added patterns in kept documents; renders nothing for a task that never had such a search. */
export function ArchiveBlock({ task }: { task: string }) {
  const { t } = useTexts();
  const { currentData } = useTaskArchiveQuery(task, { pollingInterval: POLL_MS, skipPollingIfUnfocused: true });
  if (currentData === undefined || currentData.searches.length === 0) return null;
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h3">
        {t('tasks.archive.title')}
      </Title>
      <Text c="dimmed" mb="sm">
        {t('tasks.archive.hint')}
      </Text>
      <Stack gap="md">
        {currentData.searches.map((search) => (
          <Search key={search.id} search={search} task={task} />
        ))}
      </Stack>
    </Paper>
  );
}

function Search({ search, task }: { search: ArchiveSearchState; task: string }) {
  const { t } = useTexts();
  const { total, searched, finished_at: finished, failing_since: since, failing_code: code, unread, unchecked } = search;
  const isFailing = since !== null && code !== null;
  const facts: Fact[] = [
    [t('tasks.archive.patterns'), t('tasks.archive.added', { count: search.patterns })],
    [t('tasks.archive.searched'), total === null ? t('tasks.archive.waits') : t('tasks.archive.documents', { searched, total })],
    [
      t('tasks.archive.found'),
      search.found === 0 ? (
        t('tasks.archive.found_none')
      ) : (
        <Anchor key="found" component={Link} to={`/?task=${task}&status=all`}>
          {t('tasks.archive.events', { count: search.found })}
        </Anchor>
      ),
    ],
  ];
  if (unread > 0) facts.push([t('tasks.coverage.unread'), <Fault key="unread" text={t('tasks.coverage.unread_documents', { unread })} />]);
  if (unchecked > 0)
    facts.push([t('tasks.coverage.unchecked'), <Fault key="unchecked" text={t('tasks.archive.too_expensive', { unchecked })} />]);
  facts.push([
    t('tasks.archive.finished'),
    finished === null ? t('tasks.archive.going') : <TimeText key="finished" at={finished} relative />,
  ]);
  const value = finished === null && total !== 0 ? (PERCENT * searched) / (total ?? 1) : PERCENT;
  return (
    <div>
      <FactList facts={facts} />
      <Progress.Root size={6} mt={6}>
        <Progress.Section
          value={Math.min(value, PERCENT)}
          color={isFailing ? 'red' : finished === null ? 'accent' : 'green'}
          aria-label={t('tasks.archive.title')}
        />
      </Progress.Root>
      {isFailing && (
        <Text fz={12} mt={2} className={classes['fault']}>
          {[t(`tasks.archive.failing.${code}`), t('tasks.failing.since', { time: formatDateTime(new Date(since)) })].join(' · ')}
        </Text>
      )}
    </div>
  );
}

const Fault = ({ text }: { text: string }) => <span className={classes['fault']}>{text}</span>;
