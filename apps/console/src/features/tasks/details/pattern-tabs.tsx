import type { TaskDetails } from '@leakwatch/contracts';
import { PATTERN_KINDS, type PatternKind } from '@leakwatch/vocabulary';
import { Paper, Tabs, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { CountBadge } from '../../../shared/ui/count-badge.tsx';
import { Tag } from '../../../shared/ui/tag.tsx';
import classes from './details.module.css';

/** More entries than this are counted, not drawn. */
const SHOWN = 500;
type Tab = PatternKind | 'filter';

interface Entry {
  readonly text: string;
  /** Added, and not confirmed by staff yet. */
  readonly waiting: boolean;
}

function Entries({ entries }: { entries: readonly Entry[] }) {
  const { t } = useTranslation();
  if (entries.length === 0) return <Text c="dimmed">{t('tasks.details.none')}</Text>;
  return (
    <>
      <ul className={classes['list']} tabIndex={0}>
        {entries.slice(0, SHOWN).map(({ text, waiting }) => (
          <li key={text}>
            {text} {waiting && <Tag tone="in_progress">{t('tasks.waiting')}</Tag>}
          </li>
        ))}
      </ul>
      {entries.length > SHOWN && <Text c="dimmed">{t('tasks.details.more', { number: entries.length - SHOWN })}</Text>}
    </>
  );
}

/** What is looked for, read-only; the open tab is in the URL. */
export function PatternTabs({ task }: { task: TaskDetails }) {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const kinds = PATTERN_KINDS.filter((kind) => kind !== 'deep' || task.is_deep);
  const tabs: readonly Tab[] = [...kinds, 'filter'];
  const entriesOf = (tab: Tab): Entry[] =>
    tab === 'filter'
      ? task.filter_keywords.map(({ keyword }) => ({ text: keyword, waiting: false }))
      : task.patterns.filter((one) => one.patterns_type === tab).map(({ pattern, waiting }) => ({ text: pattern, waiting }));
  const filled = tabs.find((tab) => entriesOf(tab).length > 0) ?? 'public_domain';
  const open = tabs.find((tab) => tab === params.get('tab')) ?? filled;
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h3" mb="sm">
        {t('tasks.details.what')}
      </Title>
      <Tabs value={open} onChange={(tab) => tab !== null && setParams({ tab }, { replace: true })} keepMounted={false}>
        <Tabs.List aria-label={t('tasks.tab.label')}>
          {tabs.map((tab) => (
            <Tabs.Tab key={tab} value={tab} rightSection={<CountBadge count={entriesOf(tab).length} />}>
              {t(`tasks.tab.${tab}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map((tab) => (
          <Tabs.Panel key={tab} value={tab} pt="md">
            {tab === 'filter' && <Text mb="sm">{t(`tasks.details.filter_mode.${task.filter_mode}`)}</Text>}
            <Entries entries={entriesOf(tab)} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Paper>
  );
}
