import type { EventRow } from '@leakwatch/contracts';
import { Button, Text } from '@mantine/core';
import { DownloadIcon, FileCodeIcon } from '@primer/octicons-react';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { useDownload } from './use-download.ts';

/** What can be done with the kept copy of an event's document; says why when it is no longer there. */
export function EvidenceButtons({ event, onText }: { event: EventRow; onText: (event: EventRow) => void }) {
  const { t } = useTexts();
  const { busy, download } = useDownload();
  const status = event.backup_storage_status;
  if (status === 'expired' || status === 'not_found')
    return (
      <Text c="dimmed" py={5} title={t(status === 'expired' ? 'eventTools.text.expired_hint' : 'eventTools.text.not_found_hint')}>
        {t(status === 'expired' ? 'eventTools.text.expired' : 'eventTools.text.not_found')}
      </Text>
    );
  const scheduled = status === 'download_scheduled';
  return (
    <>
      {!scheduled && (
        <Button variant="default" className="lw-no-print" px="sm" leftSection={<FileCodeIcon size={14} />} onClick={() => onText(event)}>
          {t('eventTools.text.open')}
        </Button>
      )}
      <Button
        variant="default"
        className="lw-no-print"
        px="sm"
        leftSection={<DownloadIcon size={14} />}
        loading={scheduled || busy !== undefined}
        disabled={scheduled}
        title={t(scheduled ? 'eventTools.text.scheduled' : 'eventTools.text.download_hint')}
        onClick={() => void download(event, 'spreadsheet')}
      >
        {t('eventTools.text.download')}
      </Button>
    </>
  );
}
