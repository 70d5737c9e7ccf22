import type { ReportRow } from '@leakwatch/contracts';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { useOneEach } from '../../shared/lib/use-one-each.ts';
import { ask } from '../../shared/ui/ask.ts';
import { notifyAction, notifyProblem } from '../../shared/ui/notify.tsx';
import { useDeleteReportMutation, useDownloadReportMutation, useRegenerateReportMutation } from './api.ts';

/** How long messages about reports are shown; in milliseconds. */
const MESSAGE_MS = 2000;

/** The actions of a report and the messages about their results. */
export function useReportActions() {
  const { t } = useTexts();
  const oneEach = useOneEach();
  const [download, downloading] = useDownloadReportMutation();
  const [regenerate, regenerating] = useRegenerateReportMutation();
  const [remove, removing] = useDeleteReportMutation();

  const notifyResult = async (report: ReportRow, work: Promise<unknown>, done: string | null, failed: string) => {
    try {
      await work;
      if (done !== null) notifyAction(report.id, done, MESSAGE_MS);
    } catch (error) {
      notifyProblem(failed, error);
    }
  };
  return {
    /** The id of the report that an action runs for. */
    busy: (downloading.isLoading && downloading.originalArgs?.id) || (regenerating.isLoading && regenerating.originalArgs) || undefined,
    removing: removing.isLoading ? removing.originalArgs : undefined,
    download: (report: ReportRow) => notifyResult(report, download(report).unwrap(), null, t('reports.download_failed')),
    regenerate: (report: ReportRow) =>
      notifyResult(report, regenerate(report.id).unwrap(), t('reports.regenerated'), t('reports.regenerate_failed')),
    remove: (report: ReportRow) =>
      oneEach(report.id, async () => {
        const agreed = await ask({
          title: t('reports.delete_title'),
          text: t('reports.delete_text', { file: report.report_filename }),
          confirm: t('reports.delete'),
          cancel: t('common.cancel'),
        });
        if (agreed) await notifyResult(report, remove(report.id).unwrap(), t('reports.deleted'), t('reports.delete_failed'));
      }),
  };
}
export type ReportActions = ReturnType<typeof useReportActions>;
