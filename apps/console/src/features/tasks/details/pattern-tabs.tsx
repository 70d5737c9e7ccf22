import type { TaskDetails } from '@leakwatch/contracts';
import { PATTERN_KINDS, type PatternKind } from '@leakwatch/vocabulary';
import { Paper, SimpleGrid, Tabs, Text, Title } from '@mantine/core';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { useAddress } from '../../../shared/lib/use-address.ts';
import { CountBadge } from '../../../shared/ui/count-badge.tsx';
import { CoverageTable } from './coverage-table.tsx';
import { type Entry, EntryTable } from './entry-table.tsx';
import { publicDomains } from './public-domains.ts';
import { RepositoryTable } from './repository-table.tsx';

type Tab = PatternKind | 'filter' | 'repositories' | 'coverage';

function entriesOf(task: TaskDetails, tab: Tab): Entry[] {
  if (tab === 'filter') return task.filter_keywords.map(({ keyword }) => ({ text: keyword, waiting: false }));
  return task.search_patterns.filter((one) => one.kind === tab).map(({ pattern, waiting }) => ({ text: pattern, waiting }));
}

const countOf = (task: TaskDetails, tab: Tab): number => {
  if (tab === 'coverage') return task.search_patterns.length;
  return tab === 'repositories' ? task.git_repositories.length : entriesOf(task, tab).length;
};

function PublicDomains({ task }: { task: TaskDetails }) {
  const { t } = useTexts();
  const { domains, keywords } = publicDomains(task);
  const parts = [
    ['domains', domains, false],
    ['keywords', keywords, true],
  ] as const;
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
      {parts.map(([name, entries, low]) => (
        <div key={name}>
          <Title order={3} mb={4}>
            {t(`tasks.details.${name}`, { count: entries.length })}
          </Title>
          <EntryTable entries={entries} label={t(`tasks.details.${name}`, { count: entries.length })} low={low} />
        </div>
      ))}
    </SimpleGrid>
  );
}

function Panel({ task, tab }: { task: TaskDetails; tab: Tab }) {
  const { t } = useTexts();
  if (tab === 'coverage') return <CoverageTable task={task} />;
  if (tab === 'repositories') return <RepositoryTable repositories={task.git_repositories} />;
  if (tab === 'public_domain' && task.patterns.some(({ patterns_type }) => patterns_type === 'public_domains'))
    return <PublicDomains task={task} />;
  return (
    <>
      {tab === 'filter' && <Text mb="sm">{t(`tasks.details.filter_mode.${task.filter_mode}`)}</Text>}
      <EntryTable entries={entriesOf(task, tab)} label={t(`tasks.tab.${tab}`)} />
    </>
  );
}

/** The patterns and repositories of a task, read-only; the URL holds the open tab. */
export function PatternTabs({ task }: { task: TaskDetails }) {
  const { t } = useTexts();
  const [params, changeAddress] = useAddress();
  // The deep search pattern is shown with the facts of the task.
  const kinds = PATTERN_KINDS.filter((kind) => kind !== 'deep' && !task.is_deep);
  const tabs: readonly Tab[] = [
    ...(task.is_git_monitoring ? (['repositories'] as const) : []),
    ...kinds,
    'filter',
    ...(task.is_git_monitoring ? [] : (['coverage'] as const)),
  ];
  const filled = tabs.find((tab) => tab !== 'coverage' && countOf(task, tab) > 0) ?? (task.is_deep ? 'coverage' : tabs[0]) ?? 'filter';
  const open = tabs.find((tab) => tab === params.get('tab')) ?? filled;
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h3" mb="sm">
        {t('tasks.details.what')}
      </Title>
      <Tabs value={open} onChange={(tab) => tab !== null && changeAddress({ tab }, { replace: true })} keepMounted={false}>
        <Tabs.List aria-label={t('tasks.tab.label')}>
          {tabs.map((tab) => (
            <Tabs.Tab key={tab} value={tab} rightSection={<CountBadge count={countOf(task, tab)} />}>
              {t(`tasks.tab.${tab}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map((tab) => (
          <Tabs.Panel key={tab} value={tab} pt="md">
            <Panel task={task} tab={tab} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Paper>
  );
}
