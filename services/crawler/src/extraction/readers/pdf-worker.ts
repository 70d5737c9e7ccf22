import { getResolvedPDFJS } from 'unpdf';
import type { PDFWorker } from 'unpdf/pdfjs';

interface Port {
  postMessage: (message: unknown, transfer?: unknown) => void;
}
const isPort = (value: unknown): value is Port =>
  typeof value === 'object' && value !== null && 'postMessage' in value && typeof value.postMessage === 'function';

interface PageAnswer {
  readonly data: { readonly view: number[] };
}
const isPageAnswer = (message: unknown): message is PageAnswer => {
  if (typeof message !== 'object' || message === null || !('data' in message)) return false;
  const { data } = message;
  return (
    typeof data === 'object' && data !== null && 'userUnit' in data && 'view' in data && Array.isArray(data.view) && data.view.length === 4
  );
};

/** Left, bottom, right, top. */
const EVERYWHERE = [-Infinity, -Infinity, Infinity, Infinity];

/**
 * The part of PDF.js that reads. It leaves out text beyond the edges of a page (the crop box within the media box) and has no option to keep it, but a page is
 * often cropped to hide something. Both halves of the library run in this process, and the half that reads answers with the very array of edges
 * that it uses for the text later. The answer is copied for the other half; then the edges are removed from the array.
 */
export async function openPdfWorker(): Promise<PDFWorker> {
  const engine = await getResolvedPDFJS();
  const worker = new engine.PDFWorker({ verbosity: 0 });
  await worker.promise;
  const port: unknown = worker.port;
  if (!isPort(port)) throw new Error('PDF.js has no port between its halves');
  const post = port.postMessage.bind(port);
  port.postMessage = (message, transfer) => {
    post(message, transfer);
    if (isPageAnswer(message)) message.data.view.splice(0, 4, ...EVERYWHERE);
  };
  return worker;
}
