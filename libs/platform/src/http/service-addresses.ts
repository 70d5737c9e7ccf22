const separator = /\s*,\s*/;

/** The addresses in a setting such as `TASKS_URL`: one, or several with commas. */
export const addressesOf = (setting: string): readonly string[] => setting.trim().split(separator);

/** A request as `fetch` takes it; the body is made anew for each address that is tried. */
export type ServiceRequest = Omit<RequestInit, 'body'> & { readonly body?: () => NonNullable<RequestInit['body']> };

/** A path with its query as `fetch` sends it. */
export function sentUrl(path: string): string {
  const { pathname, search } = new URL(path, 'http://service');
  return pathname + search;
}

/** True when nothing listened at any address of the host's name: not a byte of the request was sent. */
export function wasRefused(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  if ('errors' in error && Array.isArray(error.errors)) return error.errors.length > 0 && error.errors.every(wasRefused);
  if ('code' in error && error.code === 'ECONNREFUSED') return true;
  return 'cause' in error && wasRefused(error.cause);
}

/**
 * The processes of one service: callers take turns. One that refuses the connection is passed over, since what was
 * surely not sent may be sent to the next; any other failure is the caller's to judge.
 */
export class ServiceAddresses {
  private readonly addresses: readonly string[];
  private turn = 0;

  constructor(setting: string) {
    this.addresses = addressesOf(setting);
  }

  /** As `fetch`, for a path with its query. Rejects with the last refusal when every address refuses. */
  async fetch(path: string, request: ServiceRequest): Promise<Response> {
    const first = this.turn;
    this.turn = (first + 1) % this.addresses.length;
    const { body, ...rest } = request;
    for (let tried = 1; ; tried += 1) {
      const base = this.addresses[(first + tried - 1) % this.addresses.length];
      try {
        return await fetch(new URL(path, base), { ...rest, ...(body !== undefined && { body: body(), duplex: 'half' }) });
      } catch (error) {
        if (!wasRefused(error) || tried >= this.addresses.length) throw error;
      }
    }
  }
}
