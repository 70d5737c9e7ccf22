import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { notifyProblem, notifySuccess } from '../../../shared/ui/notify.tsx';
import { type BackupKind, type BackupWanted, useDownloadBackupMutation } from './api.ts';

/** Downloads what was kept of an event, and says why it failed. */
export function useDownload() {
  const { t } = useTexts();
  const [ask, asked] = useDownloadBackupMutation();
  return {
    /** What is being downloaded. */
    busy: asked.isLoading ? asked.originalArgs?.kind : undefined,
    download: async (event: BackupWanted['event'], kind: BackupKind) => {
      try {
        await ask({ event, kind }).unwrap();
        notifySuccess(t('eventTools.text.downloaded'));
      } catch (error) {
        notifyProblem(t('eventTools.text.download_failed'), error);
      }
    },
  };
}
