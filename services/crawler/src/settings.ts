import { repositoryAddressSettings, SERVICE_PORTS } from '@leakwatch/contracts';
import { coreSettings, databaseSettings, objectSettings, setting, sealingSettings } from '@leakwatch/platform';
import { z } from 'zod';
import { isServerKey, readDataCentres } from './telegram-servers.ts';

/** Telegram's own data centres, as its clients know them. */
const TELEGRAM_CENTRES = '1=149.154.175.53:443,2=149.154.167.51:443,3=149.154.175.100:443,4=149.154.167.91:443,5=91.108.56.130:443';

/** What a process of the crawler is configured by. */
export const crawlerSettings = z.object({
  ...coreSettings.shape,
  ...databaseSettings.shape,
  ...sealingSettings.shape,
  ...objectSettings.shape,
  ...repositoryAddressSettings.shape,
  ADMIN_URL: setting.serviceAddress('admin', SERVICE_PORTS.admin),
  TASKS_URL: setting.serviceAddress('tasks', SERVICE_PORTS.tasks),
  CRAWLER_URL: setting.serviceAddress('crawler', SERVICE_PORTS.crawler),
  GIT_ALLOW_PRIVATE_ADDRESSES: setting.flag(false).describe('Whether repositories on private and local addresses may be monitored'),
  GIT_REPOSITORY_MAX_MB: setting.megabytes(10_240).describe('A repository that grows over this is an error'),
  GIT_BLOB_MAX_MB: setting.megabytes(64).describe('A blob over this is counted as not read'),
  GIT_TIMEOUT_SECONDS: setting.seconds(3600).describe('A clone or fetch that takes longer is an error'),
  LEAKWATCH_GIT_USER: z
    .string()
    .optional()
    .describe(
      'Account under which git runs where the crawler runs as root, a name or a number; `leakwatch-git` or else `nobody` when not given, as the section “Account of git” says',
    ),
  CRAWLER_CONCURRENCY: setting.count(2, 64).describe('Repositories that one crawler process fetches and scans at once'),
  CRAWLER_UNITS: setting.count(4, 64).describe('Units of each source that one crawler process works on at once'),
  CRAWLER_MATCHING_THREADS: z.coerce
    .number()
    .int()
    .min(1)
    .max(64)
    .optional()
    .describe(
      'Threads in which one crawler process matches documents; as many as CRAWLER_CONCURRENCY when not given, so that no repository waits for another',
    ),
  GITHUB_API_URL: setting
    .httpBase('https://api.github.com')
    .describe('API of GitHub, or of a GitHub Enterprise server, that is asked for repositories, code and gists'),
  GIST_WEB_URL: setting.httpBase('https://gist.github.com').describe('Site whose gist search is read, since the API has none'),
  GIST_RAW_URL: setting
    .httpBase('https://gist.githubusercontent.com')
    .describe('Where files of gists are read that the API does not give whole; addresses elsewhere are not followed'),
  GITLAB_URL: setting.httpBase('https://gitlab.com').describe('GitLab that is asked for repositories'),
  GITLAB_CLOUD_URL: setting.httpBase('https://gitlab.com').describe('GitLab that tasks search with the source gitlab_cloud'),
  GOOGLE_SEARCH_URL: setting
    .httpBase('https://customsearch.googleapis.com')
    .describe('Programmable Search of Google, which is asked for public documents'),
  GOOGLE_DOCS_URL: setting.httpBase('https://docs.google.com').describe('Where public documents, spreadsheets and presentations are read'),
  GOOGLE_DRIVE_URL: setting.httpBase('https://drive.google.com').describe('Site of Google Drive, to which links of files lead'),
  GOOGLE_DOWNLOAD_URL: setting.httpBase('https://drive.usercontent.google.com').describe('Where public files of Google Drive are read'),
  GOOGLE_CONTENT_URL: setting
    .httpBase('https://googleusercontent.com')
    .describe('Documents may be redirected to this host and its subdomains, and to no others'),
  PASTEBIN_API_URL: setting.httpBase('https://scrape.pastebin.com').describe('Scraping API of Pastebin'),
  PASTEBIN_PROXY: setting.proxy
    .optional()
    .describe('Proxy to it, `http://user:password@host:port` or `socks5://…`: Pastebin answers the addresses that it allows only'),
  TELEGRAM_DATA_CENTRES: z
    .string()
    .default(TELEGRAM_CENTRES)
    .refine((text) => readDataCentres(text) !== null, 'id=host:port, with commas')
    .describe('Data centres of Telegram, `id=host:port` with commas'),
  TELEGRAM_SERVER_KEY: z
    .string()
    .optional()
    .refine((text) => text === undefined || isServerKey(text), 'an RSA key as PEM, or as base64 of DER')
    .describe('Public RSA key of other servers that speak Telegram’s protocol; Telegram’s own keys are known'),
});
export type CrawlerSettings = z.output<typeof crawlerSettings>;
