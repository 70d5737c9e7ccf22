import type { GivenAnswer } from '../host-api/host-api.ts';

const LIMITS = 'https://docs.github.com/rest/overview/rate-limits-for-the-rest-api';
const json = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): GivenAnswer => ({
  status,
  body: JSON.stringify(body),
  headers,
});

/** GitHub's refusals, in its words. */
export const GITHUB_REFUSALS = {
  badCredentials: json(401, { message: 'Bad credentials', documentation_url: 'https://docs.github.com/rest', status: '401' }),
  requiresAuthentication: json(401, {
    message: 'Requires authentication',
    documentation_url: 'https://docs.github.com/rest/search/search#search-code',
    status: '401',
  }),
  suspended: json(403, { message: 'Sorry. Your account was suspended.', documentation_url: 'https://docs.github.com/rest', status: '403' }),
  notAccessible: json(403, {
    message: 'Resource not accessible by personal access token',
    documentation_url: 'https://docs.github.com/rest/git/blobs#get-a-blob',
    status: '403',
  }),
  notFound: json(404, { message: 'Not Found', documentation_url: 'https://docs.github.com/rest', status: '404' }),
  emptyRepository: json(409, {
    message: 'Git Repository is empty.',
    documentation_url: 'https://docs.github.com/rest/git/trees#get-a-tree',
    status: '409',
  }),
  accessBlocked: json(403, {
    message: 'Repository access blocked',
    block: { reason: 'tos', created_at: '2024-01-02T03:04:05Z', html_url: 'https://github.com/tos' },
  }),
  gistBlocked: json(403, {
    block: { reason: 'tos', created_at: '2024-01-02T03:04:05Z', html_url: null },
    message: 'Gist access blocked',
    documentation_url: 'https://docs.github.com/rest/gists/gists#get-a-gist',
  }),
  dmca: json(451, {
    message: 'Repository access blocked',
    block: { reason: 'dmca', created_at: '2024-01-02T03:04:05Z', html_url: 'https://github.com/github/dmca' },
  }),
  serverError: json(502, { message: 'Server Error' }),
  secondary: (retryAfter: number | null): GivenAnswer =>
    json(
      403,
      {
        message:
          'You have exceeded a secondary rate limit. Please wait a few minutes before you try again. If you reach out to GitHub Support for help, please include the request ID 0F00:1.',
        documentation_url: `${LIMITS}#about-secondary-rate-limits`,
        status: '403',
      },
      { 'x-ratelimit-remaining': '30', ...(retryAfter !== null && { 'retry-after': String(retryAfter) }) },
    ),
  /** The older text of a secondary limit. */
  abuse: json(
    403,
    {
      message: 'You have triggered an abuse detection mechanism. Please wait a few minutes before you try again.',
      documentation_url: LIMITS,
    },
    { 'retry-after': '90', 'x-ratelimit-remaining': '29' },
  ),
  spentByAccount: json(403, {
    message:
      'API rate limit exceeded for user ID 583231. If you reach out to GitHub Support for help, please include the request ID 0F00:1 and timestamp 2026-01-01 00:00:00 UTC. For more on scraping GitHub and how it may affect your rights, please review our Terms of Service (https://docs.github.com/en/site-policy/github-terms/github-terms-of-service)',
    documentation_url: LIMITS,
    status: '403',
  }),
  spentByAddress: json(403, {
    message:
      "API rate limit exceeded for 203.0.113.7. (But here's the good news: Authenticated requests get a higher rate limit. Check out the documentation for more details.)",
    documentation_url: LIMITS,
  }),
  missingQuery: json(422, {
    message: 'Validation Failed',
    documentation_url: 'https://docs.github.com/v3/search',
    errors: [{ resource: 'Search', field: 'q', code: 'missing' }],
    status: '422',
  }),
  invalidQuery: (message: string): GivenAnswer =>
    json(422, {
      message: 'Validation Failed',
      documentation_url: 'https://docs.github.com/v3/search/',
      errors: [{ message, resource: 'Search', field: 'q', code: 'invalid' }],
      status: '422',
    }),
  unparsable: json(422, {
    message: 'ERROR_TYPE_QUERY_PARSING_FATAL unable to parse query!',
    documentation_url: 'https://docs.github.com/v3/search/',
    status: '422',
  }),
  codeBeyondCap: json(422, {
    message: 'Cannot access beyond the first 1000 results',
    documentation_url: 'https://docs.github.com/rest/search/search#search-code',
    status: '422',
  }),
  beyondCap: json(422, {
    message: 'Only the first 1000 search results are available',
    documentation_url: 'https://docs.github.com/v3/search/',
    status: '422',
  }),
  pagesLimited: json(422, {
    message: 'In order to keep the API fast for everyone, pagination is limited for this resource.',
    documentation_url: 'https://docs.github.com/v3/#pagination',
    status: '422',
  }),
} as const;
