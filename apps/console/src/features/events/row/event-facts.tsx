import type { EventRow } from '@leakwatch/contracts';
import type { SourceType } from '@leakwatch/vocabulary';
import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { Link } from 'react-router-dom';
import { NameText } from '../../../shared/ui/code-line.tsx';
import { SafeLink } from '../../../shared/ui/safe-link.tsx';
import { TimeText } from '../../../shared/ui/time-text.tsx';
import classes from './event-card.module.css';
import { FilePath } from './file-path.tsx';
import { OwnerName } from './owner-name.tsx';

const SHORT_COMMIT = 10;

/** What the documents of each source stand in. */
const CONTAINERS = {
  github: 'repository',
  gitlab_cloud: 'repository',
  git_repo: 'repository',
  gist: 'gist',
  pastebin: 'paste',
  telegram: 'channel',
  google_docs: 'document',
} as const satisfies Readonly<Record<SourceType, string>>;

const taskPath = ({ source_type: source, task }: EventRow): string => (source === 'git_repo' ? `/git_monitoring/${task}` : `/task/${task}`);

/** A text of a channel stands in its message; its path is the number of the message. */
const isMessage = ({ source_type: source, file_path: path }: EventRow): boolean => source === 'telegram' && !path.includes('/');

/** Where the leak is and who committed or posted it. */
export function EventFacts({ event }: { event: EventRow }) {
  const { t } = useTexts();
  const facts: [string, ReactNode][] = [
    [
      isMessage(event) ? t('events.row.message') : t('events.row.file'),
      <>
        <SafeLink address={event.file_url}>
          {/* Whoever names a file chooses its letters: those that turn the direction of writing must not turn what stands beside it. */}
          <bdi>
            <FilePath path={event.file_path} pattern={event.pattern} />
          </bdi>
        </SafeLink>
        <span className={classes['dim']}>{` ${t('events.row.line', { line: String(event.line) })}`}</span>
        {event.file_lang !== '' && <span className={classes['dim']}>{` · ${event.file_lang}`}</span>}
      </>,
    ],
    [
      t(`events.row.container.${CONTAINERS[event.source_type]}`),
      <SafeLink key="repo" address={event.repo_url}>
        <bdi>
          <NameText name={event.repo_name} />
        </bdi>
      </SafeLink>,
    ],
  ];
  if (event.username !== '') facts.push([t('events.row.owner'), <OwnerName key="owner" name={event.username} />]);
  if (event.commit !== null) {
    // What a channel has in the place of a commit is the number of the message, which the path has too.
    const isPosted = event.source_type === 'telegram';
    const hasAuthor = event.commit_author !== null && event.commit_author.trim() !== '';
    facts.push([
      isPosted ? t('events.row.posted') : t('events.row.commit'),
      <>
        {!isPosted && <code title={event.commit}>{event.commit.slice(0, SHORT_COMMIT)}</code>}
        {hasAuthor && (
          <>
            {' '}
            <bdi>
              <NameText name={event.commit_author ?? ''} />
            </bdi>
          </>
        )}
        {event.commit_date !== null && (
          <>
            {isPosted && !hasAuthor ? '' : ', '}
            <TimeText at={event.commit_date} />
          </>
        )}
      </>,
    ]);
  }
  facts.push([
    t('events.row.task'),
    <Anchor key="task" component={Link} to={taskPath(event)} inherit>
      {event.task_name}
    </Anchor>,
  ]);
  return (
    <dl className={classes['facts']}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
