import type { Access, UpstreamRequest } from '../accounts/access.port.ts';
import { UpstreamError } from '../accounts/upstream-error.ts';

/**
 * Requests a document whose size is not known before. undefined when it is longer than `maximumBytes`: the access ends such a request as a
 * broken answer. So it ends a redirect to another server, which no document of these upstreams has.
 */
export async function fetchDocument(
  access: Access,
  address: string,
  request: UpstreamRequest & { readonly maximumBytes: number },
): Promise<Response | undefined> {
  try {
    return await access.fetch(address, request);
  } catch (error) {
    if (error instanceof UpstreamError && error.failure === 'broken_answer') return undefined;
    throw error;
  }
}
