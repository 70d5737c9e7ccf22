import type { Access, UpstreamRequest } from '../accounts/access.port.ts';
import { AnswerTooLong } from '../accounts/upstream-error.ts';

/** Requests a document whose size is not known before. undefined when it is longer than `maximumBytes`. */
export async function fetchDocument(
  access: Access,
  address: string,
  request: UpstreamRequest & { readonly maximumBytes: number },
): Promise<Response | undefined> {
  try {
    return await access.fetch(address, request);
  } catch (error) {
    if (error instanceof AnswerTooLong) return undefined;
    throw error;
  }
}
