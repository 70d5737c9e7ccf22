/**
 * How the server answers for one repository:
 * - plain: as git does
 * - private: only with this user name and password, else 401
 * - redirect: every request is answered with this status and `to` in place of the repository's own address
 * - truncated: the answer with the objects is cut off after `keepBytes` (half of it when not given)
 * - web_page: 200 and a page of HTML for everything
 * - status: this status and nothing else for everything
 * - stalled: the answer with the objects stops after `afterBytes` and the connection stays open
 * - slow: the answer with the objects comes `bytesPerSecond` at a time
 * - distant: every answer begins after so many `milliseconds`
 * - damaged: one byte in the middle of the answer with the objects is another
 */
export type GitHttpBehaviour =
  | { readonly kind: 'plain' }
  | { readonly kind: 'private'; readonly username: string; readonly password: string }
  | { readonly kind: 'redirect'; readonly status: 301 | 302 | 307 | 308; readonly to: string }
  | { readonly kind: 'truncated'; readonly keepBytes?: number }
  | { readonly kind: 'web_page' }
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'stalled'; readonly afterBytes: number }
  | { readonly kind: 'slow'; readonly bytesPerSecond: number }
  | { readonly kind: 'distant'; readonly milliseconds: number }
  | { readonly kind: 'damaged' };

/** One request that the server got, as tests want to see it. */
export interface GitHttpRequest {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
}
