import type { EventRow } from '@leakwatch/contracts';
import { Anchor } from '@mantine/core';
import type { MouseEvent, ReactNode } from 'react';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { Link } from 'react-router-dom';
import { useTemplateTexts } from '../../../shared/i18n/use-template-texts.ts';
import classes from './event-card.module.css';
import { leakOf } from './leak-of.ts';
import { useTokenTitle } from './use-token-title.ts';

interface EventTitleProps {
  readonly event: EventRow;
  readonly level?: 1 | 2 | 3;
  readonly to?: string;
  /** Called before the link is followed. */
  readonly onOpen?: ((click: MouseEvent, event: Pick<EventRow, 'id'>) => void) | undefined;
}

/** What leaked, in a word, with the masked value; the pattern that found it where nothing is known. */
export function EventTitle({ event, level = 2, to, onOpen }: EventTitleProps) {
  const { t } = useTexts();
  const Heading = `h${level}` as const;
  const linked = (title: ReactNode) =>
    to === undefined ? (
      title
    ) : (
      <Anchor component={Link} to={to} inherit c="inherit" onClick={(click) => onOpen?.(click, event)}>
        {title}
      </Anchor>
    );
  const texts = useTemplateTexts();
  const tokenTitle = useTokenTitle();
  const leak = leakOf(event);
  if (leak === null) return <Heading className={classes['pattern']}>{linked(event.pattern)}</Heading>;
  const { worst, more } = leak;
  return (
    <>
      <Heading className={classes['title']} title={tokenTitle(worst)}>
        {linked(texts.name(worst))}
        {worst.masked[0] !== undefined && <code className={classes['masked']}>{worst.masked[0]}</code>}
        {more > 0 && <span className={classes['more']}>{t('events.row.more_values', { count: more })}</span>}
      </Heading>
      <span className={classes['found']}>{event.pattern}</span>
    </>
  );
}
