import type { EventOverview } from '@leakwatch/contracts';
import { Anchor, Text } from '@mantine/core';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { Link } from 'react-router-dom';
import { formatNumber } from '../../shared/lib/numbers.ts';
import { Section } from '../../shared/ui/section.tsx';
import { eventsHref } from './events-href.ts';
import classes from './overview.module.css';

interface Value {
  readonly key: string;
  readonly name: string;
  readonly count: number;
  readonly filters: Readonly<Record<string, string>>;
}

function Values({ title, values, org }: { title: string; values: readonly Value[]; org: string | null }) {
  const { t, locale } = useTexts();
  const most = Math.max(1, ...values.map(({ count }) => count));
  return (
    <Section title={title}>
      {values.length === 0 ? (
        <Text c="dimmed">{t('overview.none')}</Text>
      ) : (
        <ul className={classes['values']}>
          {values.map(({ key, name, count, filters }) => (
            <li key={key}>
              <Anchor component={Link} to={eventsHref(org, filters)} className="lw-break">
                {name}
              </Anchor>
              <span className={classes['count']}>{formatNumber(count, locale)}</span>
              <span className={classes['bar']} aria-hidden="true">
                <span style={{ width: `${(100 * count) / most}%` }} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

/** The repositories, authors and tasks with the most open events. */
export function TopValues({ overview, org }: { overview: EventOverview; org: string | null }) {
  const { t } = useTexts();
  const { repositories, authors, tasks } = overview;
  return (
    <div className={classes['columns']}>
      <Values
        org={org}
        title={t('overview.repositories')}
        values={repositories.map(({ repo_name, count }) => ({ key: repo_name, name: repo_name, count, filters: { repo_name } }))}
      />
      <Values
        org={org}
        title={t('overview.authors')}
        values={authors.map(({ author, count }) => ({ key: author, name: author, count, filters: { author } }))}
      />
      <Values
        org={org}
        title={t('overview.tasks')}
        values={tasks.map(({ task, title, count }) => ({ key: task, name: title, count, filters: { task } }))}
      />
    </div>
  );
}
