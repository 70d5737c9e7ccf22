import { useTranslation } from 'react-i18next';
import classes from './filters.module.css';

/** A choice with the number of its events at the end of the line; nothing while the number is not known. */
export function ChoiceLabel({ text, count }: { text: string; count: number | null }) {
  const { i18n } = useTranslation();
  return (
    <span className={classes['choice']}>
      <span className={classes['value']} title={text}>
        {text}
      </span>
      {count !== null && <span className={classes['count']}>{new Intl.NumberFormat(i18n.language).format(count)}</span>}
    </span>
  );
}
