import type { EventRow } from '@leakwatch/contracts';
import { useTranslation } from 'react-i18next';
import { useTemplateTexts } from '../../../shared/i18n/use-template-texts.ts';
import classes from './event-card.module.css';
import { useTokenTitle } from './use-token-title.ts';

/** What leaked, in a word, with the masked value; the pattern that found it where nothing is known. */
export function EventTitle({ event, level = 2 }: { event: EventRow; level?: 2 | 3 }) {
  const { t } = useTranslation();
  const Heading = level === 2 ? 'h2' : 'h3';
  const texts = useTemplateTexts();
  const tokenTitle = useTokenTitle();
  const [worst, ...others] = event.regex_tokens_found;
  if (worst === undefined) return <Heading className={classes['pattern']}>{event.pattern}</Heading>;
  const more = worst.count - 1 + others.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      <Heading className={classes['title']} title={tokenTitle(worst)}>
        {texts.name(worst)}
        {worst.masked[0] !== undefined && <code className={classes['masked']}>{worst.masked[0]}</code>}
        {more > 0 && <span className={classes['more']}>{t('events.row.more_values', { count: more })}</span>}
      </Heading>
      <span className={classes['found']}>{event.pattern}</span>
    </>
  );
}
