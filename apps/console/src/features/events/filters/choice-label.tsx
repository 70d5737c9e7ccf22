import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { visibleName } from '../../../shared/lib/marked-lines.ts';
import { formatNumber } from '../../../shared/lib/numbers.ts';
import { NameText } from '../../../shared/ui/code-line.tsx';
import classes from './filters.module.css';

/** Styles of a radio button or checkbox whose label is as wide as the sidebar, so that numbers stand below each other. */
export const CHOICE_STYLES = { body: { width: '100%' }, labelWrapper: { flex: 1, minWidth: 0 }, label: { width: '100%' } } as const;

/** A choice with the number of its events at the end of the line; nothing while the number is not known. */
export function ChoiceLabel({ text, count }: { text: string; count: number | null }) {
  const { locale } = useTexts();
  return (
    <span className={classes['choice']}>
      <span className={classes['value']} title={visibleName(text)}>
        <NameText name={text} />
      </span>
      {count !== null && <span className={classes['count']}>{formatNumber(count, locale)}</span>}
    </span>
  );
}
