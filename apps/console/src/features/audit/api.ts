import { exportAudit, type QueryOf, searchAudit } from '@leakwatch/contracts';
import { api } from '../../shared/api/api.ts';
import { callOf, fromRoute } from '../../shared/api/from-route.ts';
import { saveFile } from '../../shared/lib/save-file.ts';

/** A long export over a slow line; in milliseconds. */
const EXPORT_MS = 600_000;

const readAnswer = (response: Response): Promise<unknown> => (response.ok ? response.blob() : response.json());

const auditApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Not kept: every visit shows what has happened since. */
    searchAudit: build.query({
      ...fromRoute(searchAudit, (query: QueryOf<typeof searchAudit>) => ({ query })),
      keepUnusedDataFor: 0,
    }),
    /** Goes to the browser's downloads, not to the cache. */
    exportAudit: build.mutation<null, QueryOf<typeof exportAudit>>({
      queryFn: async (query, _api, _extra, ask) => {
        const { data, error } = await ask({ ...callOf(exportAudit, { query }), responseHandler: readAnswer, timeout: EXPORT_MS });
        if (error !== undefined) return { error };
        if (data instanceof Blob) saveFile(data, 'leakwatch-audit.csv');
        return { data: null };
      },
    }),
  }),
});

export const { useSearchAuditQuery, useExportAuditMutation } = auditApi;
