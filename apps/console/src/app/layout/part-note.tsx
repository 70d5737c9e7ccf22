import { useTranslation } from 'react-i18next';
import { usePartWaits } from '../../shared/later/load-part.ts';
import classes from './part-note.module.css';

/** Says why what was pressed does not open: its file comes when the connection is back. */
export function PartNote() {
  const { t } = useTranslation();
  const waits = usePartWaits();
  return (
    <div role="status" className={classes['note']}>
      {waits && <p>{t('common.part_waits')}</p>}
    </div>
  );
}
