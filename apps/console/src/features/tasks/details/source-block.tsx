import type { SourceCoverage, TaskDetails } from '@leakwatch/contracts';
import { channelLabel } from '@leakwatch/rules';
import { UNIT_SOURCE_TYPES } from '@leakwatch/vocabulary';
import { Anchor, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { useSourceFault } from '../../../shared/i18n/use-source-fault.ts';
import { AccountsLink } from '../../../shared/ui/accounts-link.tsx';
import { Tag } from '../../../shared/ui/tag.tsx';
import { SourceProgress } from '../source-progress.tsx';
import { type Fact, FactList } from '../../../shared/ui/fact-list.tsx';
import { TimeText } from '../../../shared/ui/time-text.tsx';
import classes from './details.module.css';

/** The progress of each source, and its coverage. */
export function SourceBlock({ task }: { task: TaskDetails }) {
  const { t } = useTexts();
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h3" mb="sm">
        {t('tasks.details.progress')}
      </Title>
      <Stack gap="md">
        {task.sources.length === 0 && <Text c="dimmed">{t('tasks.details.no_sources')}</Text>}
        {task.sources.map((source) => {
          const coverage = task.coverage.find((one) => one.source_type === source.source_type);
          // The line below the bar says why already.
          const isSaid = (source.failing ?? source.stalled)?.error_code === coverage?.error_code;
          return (
            <Stack key={`${source.source_type} ${source.search_type}`} gap={6}>
              <SourceProgress source={source} />
              {source.tg_channels.length > 0 && (
                <Text c="dimmed" className="lw-break">
                  {source.tg_channels.map(({ username, waiting }) => (
                    <span key={username}>
                      {channelLabel(username)} {waiting && <Tag tone="in_progress">{t('tasks.waiting')}</Tag>}{' '}
                    </span>
                  ))}
                </Text>
              )}
              {coverage !== undefined &&
                (UNIT_SOURCE_TYPES.has(source.source_type) ? (
                  <SearchCoverage coverage={coverage} task={task} isSaid={isSaid} />
                ) : (
                  <Coverage coverage={coverage} running={task.status} />
                ))}
            </Stack>
          );
        })}
      </Stack>
    </Paper>
  );
}

/** What the person can do so that the source is searched completely, or that nothing is needed. Texts of codes say so themselves. */
function useAdvice(coverage: SourceCoverage, running: boolean): readonly Fact[] {
  const { t } = useTexts();
  const {
    source_type: source,
    parts,
    capped,
    unchecked,
    silent,
    incomplete,
    parts_failed: failed,
    last_full_pass: full,
    error_code: code,
  } = coverage;
  const advice = [
    ...(source === 'git_repo' && failed > 0 ? [t('tasks.coverage.advice_repositories')] : []),
    ...(capped > 0 ? [t('tasks.coverage.advice_capped')] : []),
    ...(unchecked > 0 ? [t('tasks.coverage.advice_unchecked')] : []),
    ...(silent > 0 ? [t('tasks.coverage.advice_silent')] : []),
    ...(incomplete > 0 ? [t('tasks.coverage.advice_incomplete')] : []),
    ...(running && parts > 0 && full === null && failed === 0 && code === null ? [t('tasks.coverage.advice_first')] : []),
  ];
  return advice.length === 0 ? [] : [[t('tasks.coverage.advice'), advice.join(' ')]];
}

/** What was scanned of a source and what was not, so that "nothing found" differs from "not scanned". */
function Coverage({ coverage, running }: { coverage: SourceCoverage; running: boolean }) {
  const { t } = useTexts();
  const advice = useAdvice(coverage, running);
  const { parts, parts_failed: failed, total, scanned, unread, unchecked, last_full_pass: full, next_launch: next } = coverage;
  const facts: Fact[] = [
    [t('tasks.coverage.scanned'), t('tasks.coverage.files', { scanned, total })],
    [
      t('tasks.coverage.unread'),
      <span key="unread" className={unread + failed > 0 ? classes['fault'] : undefined}>
        {failed > 0 ? t('tasks.coverage.unread_parts', { unread, failed, parts }) : t('tasks.coverage.unread_files', { unread })}
      </span>,
    ],
    [
      t('tasks.coverage.full'),
      full === null ? t(failed > 0 ? 'tasks.coverage.broken' : 'tasks.coverage.never') : <TimeText key="full" at={full} relative />,
    ],
    [
      t('tasks.coverage.next'),
      next === null ? t(running ? 'tasks.coverage.going' : 'tasks.coverage.stopped') : <TimeText key="next" at={next} relative />,
    ],
  ];
  const expensive: Fact = [
    t('tasks.coverage.unchecked'),
    <span key="unchecked" className={classes['fault']}>
      {t('tasks.coverage.unchecked_files', { unchecked })}
    </span>,
  ];
  return <FactList facts={facts.toSpliced(2, 0, ...(unchecked === 0 ? [] : [expensive]), ...advice)} />;
}

/** A source that answers and has had nothing new for longer than usual. */
function QuietSince({ at, parts }: { at: string; parts: number }) {
  const { t } = useTexts();
  return (
    <span className={classes['fault']}>
      {t('tasks.coverage.silent_parts', { count: parts })} <TimeText at={at} />
    </span>
  );
}

/** What was read in the last pass. A pass has only what is new or changed: nothing of it does not mean that the source was not read. */
function ReadDocuments({ coverage, task }: { coverage: SourceCoverage; task: TaskDetails }) {
  const { t } = useTexts();
  const { source_type: source, total, scanned, unread, parts_failed: failed, last_full_pass: full, next_launch: next } = coverage;
  const isQuiet = total === 0 && unread + failed === 0 && full !== null;
  if (!isQuiet) return <>{t('tasks.coverage.documents', { scanned, total })}</>;
  return (
    <>
      {t(task.status && next === null ? 'tasks.coverage.nothing_yet' : 'tasks.coverage.nothing_new')}.{' '}
      <Anchor component={Link} to={`/?task=${task.id}&source_type=${source}&status=all`}>
        {t('tasks.coverage.found_before')}
      </Anchor>
    </>
  );
}

/** What a source was asked and what it gave. Rows without a number are left out. */
function SearchCoverage({ coverage, task, isSaid }: { coverage: SourceCoverage; task: TaskDetails; isSaid: boolean }) {
  const { t } = useTexts();
  const running = task.status;
  const faultText = useSourceFault();
  const advice = useAdvice(coverage, running);
  const { parts, parts_failed: failed, found, capped, incomplete, unread, unchecked } = coverage;
  const { last_full_pass: full, next_launch: next, error_code: code, silent, silent_since: silentSince } = coverage;
  const fault = (text: ReactNode) => <span className={classes['fault']}>{text}</span>;
  const limits = [
    ...(capped > 0 ? [t('tasks.coverage.capped', { count: capped })] : []),
    ...(incomplete > 0 ? [t('tasks.coverage.incomplete', { count: incomplete })] : []),
  ];
  const unfinished = () =>
    t(parts === 0 ? 'tasks.coverage.no_parts' : failed > 0 ? 'tasks.coverage.broken_search' : 'tasks.coverage.never');
  const facts: Fact[] = [
    ...(found === null ? [] : [[t('tasks.coverage.found'), t('tasks.coverage.found_documents', { found })] satisfies Fact]),
    [t('tasks.coverage.read'), <ReadDocuments key="read" coverage={coverage} task={task} />],
    ...(unread + failed === 0
      ? []
      : [
          [
            t('tasks.coverage.unread'),
            fault(
              failed > 0 ? t('tasks.coverage.unread_queries', { unread, failed, parts }) : t('tasks.coverage.unread_documents', { unread }),
            ),
          ] satisfies Fact,
        ]),
    ...(unchecked === 0 ? [] : [[t('tasks.coverage.unchecked'), fault(t('tasks.coverage.unchecked_files', { unchecked }))] satisfies Fact]),
    ...(limits.length === 0 ? [] : [[t('tasks.coverage.limits'), fault(limits.join('; '))] satisfies Fact]),
    ...(silentSince === null
      ? []
      : [[t('tasks.coverage.silent'), <QuietSince key="silent" at={silentSince} parts={silent} />] satisfies Fact]),
    ...(code === null || isSaid
      ? []
      : [
          [
            t('tasks.coverage.waits'),
            fault(
              <>
                {faultText(code)} <AccountsLink code={code} />
              </>,
            ),
          ] satisfies Fact,
        ]),
    ...advice,
    [t('tasks.coverage.full'), full === null ? unfinished() : <TimeText key="full" at={full} relative />],
    [
      t('tasks.coverage.next'),
      next === null ? t(running ? 'tasks.coverage.going' : 'tasks.coverage.stopped') : <TimeText key="next" at={next} relative />,
    ],
  ];
  return <FactList facts={facts} />;
}
