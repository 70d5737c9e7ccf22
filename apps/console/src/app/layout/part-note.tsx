import { Affix, Paper } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { usePartWaits } from '../../shared/later/load-part.ts';

/** Says why what was pressed does not open: its file comes when the connection is back. */
export function PartNote() {
  const { t } = useTranslation();
  const waits = usePartWaits();
  return (
    <Affix position={{ bottom: 16, left: 16, right: 16 }} zIndex={400} style={{ pointerEvents: 'none' }}>
      <div role="status">
        {waits && (
          <Paper withBorder shadow="sm" p="sm" maw={440}>
            {t('common.part_waits')}
          </Paper>
        )}
      </div>
    </Affix>
  );
}
