import type { EventRow } from '@leakwatch/contracts';
import type { TriageStatus } from '@leakwatch/vocabulary';
import { Button, Group, Text } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { useReturnFocus } from '../../../shared/lib/use-return-focus.ts';
import type { RowEvent } from '../list/list-row.ts';
import { StatusTag } from '../row/status-tag.tsx';
import classes from './same-file-bar.module.css';

/** The change of an event whose file has several others that would change. */
export interface SameFileQuestion {
  readonly event: EventRow;
  readonly status: TriageStatus;
  /** What the row of the event stands for; all of it changes. */
  readonly row: readonly RowEvent[];
  readonly others: readonly EventRow[];
  /** Whether the others change too; null changes nothing. */
  readonly answer: (all: boolean | null) => void;
}

/** Others that are named. */
const SHOWN = 5;

/** Asks in place, below the buttons of the event, so that the event stays in view. */
export function SameFileBar({ question }: { question: SameFileQuestion }) {
  const { event, status, row, others, answer } = question;
  const { t } = useTexts();
  useReturnFocus();
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), [event.id, status]);
  const onKey = (key: KeyboardEvent) => {
    if (key.key !== 'Escape') return;
    key.stopPropagation();
    answer(null);
  };
  return (
    <div role="group" aria-label={t('events.same_file.title')} className={`${classes['bar']} lw-no-print`} onKeyDown={onKey}>
      <Text className="lw-break">
        {t('events.same_file.text', { count: others.length, path: event.file_path, status: t(`eventStatus.${status}`) })}
      </Text>
      <ul className={classes['others']}>
        {others.slice(0, SHOWN).map((other) => (
          <li key={other.id}>
            <StatusTag status={other.status} /> <bdi className="lw-break">{other.pattern}</bdi>{' '}
            <span className={classes['dim']}>{t('events.row.line', { line: String(other.line) })}</span>
          </li>
        ))}
        {others.length > SHOWN && <li className={classes['dim']}>{t('common.more', { number: others.length - SHOWN })}</li>}
      </ul>
      <Group gap="sm">
        <Button ref={first} onClick={() => answer(false)}>
          {row.length === 1 ? t('events.same_file.only_this') : t('events.same_file.only_row', { count: row.length })}
        </Button>
        <Button variant="default" onClick={() => answer(true)}>
          {t('events.same_file.all', { total: others.length + row.length })}
        </Button>
        <Button variant="subtle" color="gray" onClick={() => answer(null)}>
          {t('common.cancel')}
        </Button>
      </Group>
    </div>
  );
}
