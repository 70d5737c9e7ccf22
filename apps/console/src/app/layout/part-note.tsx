import { useTexts } from '../../shared/i18n/use-texts.ts';
import { usePartWaits } from '../../shared/later/load-part.ts';
import classes from './part-note.module.css';

/** Says why what was pressed does not open: its file comes when the connection is back. */
export function PartNote() {
  const { t } = useTexts();
  const waits = usePartWaits();
  return (
    <div role="status" className={classes['note']}>
      {waits && <p>{t('common.part_waits')}</p>}
    </div>
  );
}
