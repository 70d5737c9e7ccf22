import { downloadEventBackup, downloadEventOriginal, type EventRow, readEventText } from '@leakwatch/contracts';
import { callOf, fromRoute } from '../../../shared/api/from-route.ts';
import { saveFile } from '../../../shared/lib/save-file.ts';
import { eventsApi } from '../api.ts';

/** A large file over a slow line; in milliseconds. */
const DOWNLOAD_MS = 600_000;

const ROUTES = { spreadsheet: downloadEventBackup, original: downloadEventOriginal };
export type BackupKind = keyof typeof ROUTES;

export interface BackupWanted {
  readonly event: Pick<EventRow, 'id' | 'file_path'>;
  readonly kind: BackupKind;
}

const readAnswer = (response: Response): Promise<unknown> => (response.ok ? response.blob() : response.json());

/** The name that the server gives a file; `fallback` where it gives none. */
function fileName(disposition: string | null | undefined, fallback: string): string {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/.exec(disposition ?? '') ?? [];
  try {
    return encoded === undefined ? fallback : decodeURIComponent(encoded);
  } catch {
    return fallback;
  }
}

const evidenceApi = eventsApi.injectEndpoints({
  endpoints: (build) => ({
    /** Not kept: it is large, and secret. */
    readEventText: build.query({
      ...fromRoute(
        readEventText,
        ({ id, page, revealed }: { readonly id: string; readonly page: number | undefined; readonly revealed: boolean }) => ({
          params: { id },
          query: { page, revealed: revealed || undefined },
        }),
      ),
      keepUnusedDataFor: 0,
    }),
    /** Goes to the browser's downloads, not to the cache. */
    downloadBackup: build.mutation<null, BackupWanted>({
      queryFn: async ({ event: { id }, kind }, _api, _extra, ask) => {
        let name = `leakwatch-event-${id}.${kind === 'spreadsheet' ? 'xlsx' : 'bin'}`;
        const responseHandler = (response: Response) => {
          name = fileName(response.headers.get('content-disposition'), name);
          return readAnswer(response);
        };
        const { data, error } = await ask({ ...callOf(ROUTES[kind], { params: { id } }), responseHandler, timeout: DOWNLOAD_MS });
        if (error !== undefined) return { error };
        if (data instanceof Blob) saveFile(data, name);
        return { data: null };
      },
    }),
  }),
});

export const { useReadEventTextQuery, useDownloadBackupMutation } = evidenceApi;
