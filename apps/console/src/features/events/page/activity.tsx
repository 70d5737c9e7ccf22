import type { ActivityEntry } from '@leakwatch/contracts';
import { CLOSE_REASON_CODES, CLOSE_REASON_NAMES, SUPPORT_NAME } from '@leakwatch/vocabulary';
import { Anchor, Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { useLocale } from '../../../shared/i18n/use-locale.ts';
import { useStatusName } from '../../../shared/i18n/use-status-name.ts';
import { SkeletonRows } from '../../../shared/ui/blocks.tsx';
import { Section } from '../../../shared/ui/section.tsx';
import { TimeText } from '../../../shared/ui/time-text.tsx';
import { dayText } from '../assign/day-text.ts';
import { useListEventActivityQuery } from './api.ts';
import classes from './event-view.module.css';
import { usePersonName } from '../../../shared/i18n/use-person-name.ts';

const FIRST = 10;
/** As many as the server lists at once. */
const MOST = 100;

function useEntryText(): (entry: ActivityEntry) => string {
  const { t } = useTexts();
  const locale = useLocale();
  const statusName = useStatusName();
  const status = (of: ActivityEntry['to']) => (of === null ? '' : statusName(of));
  const reason = (code: string | null) => {
    const known = CLOSE_REASON_CODES.find((one) => one === code);
    return known === undefined ? '' : CLOSE_REASON_NAMES[locale][known];
  };
  /** What a value was and is, where either may be none. */
  const change = (before: string, after: string) => `${before === '' ? '—' : before} → ${after === '' ? '—' : after}`;
  return (entry) => {
    const { before, after } = entry;
    switch (entry.kind) {
      case 'found':
        return t('eventPage.activity.found', { status: status(entry.to) });
      case 'status':
        return reason(entry.after) === ''
          ? t('eventPage.activity.status', { from: status(entry.from), to: status(entry.to) })
          : t('eventPage.activity.status_why', { from: status(entry.from), to: status(entry.to), reason: reason(entry.after) });
      case 'came_back':
        return t('eventPage.activity.came_back');
      case 'comment':
        return t('eventPage.activity.comment');
      case 'rechecked':
        return t('eventPage.activity.rechecked', {
          answer: entry.rechecked === null ? '' : t(`eventTools.recheck.answer.${entry.rechecked}`).toLocaleLowerCase(),
        });
      case 'assignee':
        return t('eventPage.activity.assignee', { change: change(before ?? '', after ?? '') });
      case 'due_date':
        return t('eventPage.activity.due_date', { change: change(dayText(before ?? ''), dayText(after ?? '')) });
      case 'reason':
        return t('eventPage.activity.reason', { change: change(reason(before), reason(after)) });
      case 'revealed':
        return t(entry.revealed === 'original' ? 'eventPage.activity.original' : 'eventPage.activity.revealed');
    }
  };
}

/** Who did what with the event, newest first. */
export function Activity({ id }: { id: string }) {
  const { t } = useTexts();
  const [limit, setLimit] = useState(FIRST);
  const { data, isError, isFetching, refetch } = useListEventActivityQuery({ id, limit });
  const textOf = useEntryText();
  const personName = usePersonName();
  const actorOf = ({ actor, actor_kind: kind }: ActivityEntry) =>
    kind === 'user' || actor === SUPPORT_NAME ? personName(actor) : t(`eventPage.activity.by.${kind}`, { actor });
  const left = Math.min(data?.count ?? 0, MOST) - (data?.results.length ?? 0);
  return (
    <Section title={t('eventPage.activity.title')}>
      {data === undefined && !isError && <SkeletonRows rows={3} height={20} />}
      {isError && (
        <Text c="dimmed" role="status">
          {t('eventPage.activity.failed')}{' '}
          <Anchor component="button" type="button" onClick={() => void refetch()}>
            {t('common.retry')}
          </Anchor>
        </Text>
      )}
      {data !== undefined && (
        <ol className={classes['activity']}>
          {data.results.map((entry) => (
            <li key={entry.id}>
              <span className={classes['dim']}>
                <TimeText at={entry.at} />
              </span>{' '}
              <strong>{actorOf(entry)}</strong> {textOf(entry)}
            </li>
          ))}
        </ol>
      )}
      {left > 0 && (
        <div>
          <Button variant="subtle" size="compact-sm" loading={isFetching} onClick={() => setLimit(MOST)}>
            {t('eventPage.activity.more', { count: left })}
          </Button>
        </div>
      )}
    </Section>
  );
}
