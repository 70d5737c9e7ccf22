import { deleteReport, downloadReport, regenerateReport, type ReportRow } from '@leakwatch/contracts';
import { api } from '../../shared/api/api.ts';
import { callOf, fromRoute } from '../../shared/api/from-route.ts';
import { saveFile } from '../../shared/lib/save-file.ts';

/** A large file over a slow line; in milliseconds. */
const DOWNLOAD_MS = 600_000;

const readAnswer = (response: Response): Promise<unknown> => (response.ok ? response.blob() : response.json());
const ofReport = (id: string) => ({ params: { id } });

const reportsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Goes to the browser's downloads, not to the cache. */
    downloadReport: build.mutation<null, Pick<ReportRow, 'id' | 'report_filename'>>({
      queryFn: async ({ id, report_filename: name }, _api, _extra, ask) => {
        const call = callOf(downloadReport, ofReport(id));
        const { data, error } = await ask({ ...call, responseHandler: readAnswer, timeout: DOWNLOAD_MS });
        if (error !== undefined) return { error };
        if (data instanceof Blob) saveFile(data, name);
        return { data: null };
      },
    }),
    regenerateReport: build.mutation({ ...fromRoute(regenerateReport, ofReport), invalidatesTags: ['Reports'] }),
    deleteReport: build.mutation({ ...fromRoute(deleteReport, ofReport), invalidatesTags: ['Reports'] }),
  }),
});

export const { useDownloadReportMutation, useRegenerateReportMutation, useDeleteReportMutation } = reportsApi;
