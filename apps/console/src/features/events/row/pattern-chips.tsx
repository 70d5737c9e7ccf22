import { useTexts } from '../../../shared/i18n/use-texts.ts';
import classes from './row-events.module.css';

/** Patterns that are named; the others are counted. */
const SHOWN = 3;

/** The patterns that found what a row shows, each in a chip of its own. */
export function PatternChips({ patterns }: { patterns: readonly string[] }) {
  const { t } = useTexts();
  return (
    <span className={classes['chips']} title={patterns.join('\n')}>
      {patterns.slice(0, SHOWN).map((pattern) => (
        <bdi key={pattern} className={classes['chip']}>
          {pattern}
        </bdi>
      ))}
      {patterns.length > SHOWN && <span>{t('common.more', { number: patterns.length - SHOWN })}</span>}
    </span>
  );
}
