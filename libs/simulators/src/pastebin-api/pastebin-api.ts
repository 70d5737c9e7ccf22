import type { ServerResponse } from 'node:http';
import { type HostApi, sendJson, sendText, startHostApi } from '../host-api/host-api.ts';

export interface SimulatedPaste {
  readonly key: string;
  /** Unix time in seconds. */
  readonly date: number;
  readonly body: Uint8Array;
  /** Empty for a paste without a title. */
  readonly title?: string;
  readonly syntax?: string;
  /** Empty for a guest. */
  readonly user?: string;
  /** Replaces the size of the body in the list. */
  readonly listedSize?: number;
}

export interface PastebinApiOptions {
  readonly pastes: readonly SimulatedPaste[];
  /** Addresses that may scrape; every address when not given. */
  readonly allowed?: readonly string[];
  readonly port?: number;
}

export interface PastebinApi extends HostApi {
  /** Newest first. Keys of removed pastes cannot be found any more. */
  readonly pastes: SimulatedPaste[];
  /** Keys of pastes that are listed but cannot be scraped yet. */
  readonly notReady: Set<string>;
  /** Keys whose text comes back empty. */
  readonly empty: Set<string>;
  /** Keys whose text ends in the middle, of an answer that looks whole: it gives no length. */
  readonly cut: Set<string>;
  /** Answers every request with the page that a blocked address gets. */
  blocked: boolean;
}

const LISTED = { usual: 50, most: 250 };
const BLOCK_PAGE = `<!DOCTYPE html>
<html lang="en"><head><title>Pastebin.com - Access Denied Warning</title></head>
<body><h1>Pastebin.com has blocked your IP</h1><p>We have detected unnatural browsing behaviour from your address.</p></body></html>`;
const TEXTS = {
  notReady: 'File is not ready for scraping yet. Try again in 1 minute.',
  missing: 'Error, we cannot find this paste.',
  badKey: 'Error, paste key is not valid.',
  noAccess: (address: string) => `YOUR IP: ${address} DOES NOT HAVE ACCESS. VISIT: https://pastebin.com/doc_scraping_api TO GET ACCESS!`,
};

/** Pastebin's scraping API: the list of new pastes and their texts. Most errors are texts with status 200. */
export async function startPastebinApi({ pastes, allowed, port }: PastebinApiOptions): Promise<PastebinApi> {
  const own = { pastes: [...pastes], notReady: new Set<string>(), empty: new Set<string>(), cut: new Set<string>(), blocked: false };
  const api = await startHostApi(
    {
      serve: ({ url }, request, response) => {
        const from = request.socket.remoteAddress ?? '';
        if (stage.blocked) return sendText(response, 200, 'text/html; charset=UTF-8', BLOCK_PAGE);
        if (allowed !== undefined && !allowed.includes(from)) return sendText(response, 200, 'text/plain', TEXTS.noAccess(from));
        if (url.pathname === '/api_scraping.php') return sendList(response, stage.pastes, url.searchParams.get('limit'));
        if (url.pathname === '/api_scrape_item.php') return sendItem(response, stage, url.searchParams.get('i') ?? '');
        return sendText(response, 404, 'text/html', '<html><head><title>404 Not Found</title></head></html>');
      },
      limited: (response, seconds) => {
        if (seconds !== null) response.setHeader('retry-after', seconds);
        sendText(response, 429, 'text/html', '<html><head><title>429 Too Many Requests</title></head></html>');
      },
      badToken: (response) => sendText(response, 403, 'text/plain', TEXTS.noAccess('203.0.113.7')),
    },
    port,
  );
  const stage: PastebinApi = Object.assign(api, own);
  return stage;
}

function sendList(response: ServerResponse, pastes: readonly SimulatedPaste[], limit: string | null): void {
  const wanted = /^\d+$/.test(limit ?? '') ? Number(limit) : LISTED.usual;
  sendJson(response, 200, pastes.slice(0, Math.min(wanted, LISTED.most)).map(listed));
}

/** Every field is a string. */
const listed = (paste: SimulatedPaste) => ({
  scrape_url: `https://scrape.pastebin.com/api_scrape_item.php?i=${paste.key}`,
  full_url: `https://pastebin.com/${paste.key}`,
  date: String(paste.date),
  key: paste.key,
  size: String(paste.listedSize ?? paste.body.byteLength),
  expire: '0',
  title: paste.title ?? '',
  syntax: paste.syntax ?? 'text',
  user: paste.user ?? '',
  hits: '1',
});

function sendItem(response: ServerResponse, { pastes, notReady, empty, cut }: PastebinApi, key: string): void {
  if (!/^[A-Za-z0-9]{8}$/.test(key)) return sendText(response, 200, 'text/plain', TEXTS.badKey);
  if (notReady.has(key)) return sendText(response, 200, 'text/plain', TEXTS.notReady);
  const paste = pastes.find((one) => one.key === key);
  if (paste === undefined) return sendText(response, 200, 'text/plain', TEXTS.missing);
  const body = empty.has(key) ? new Uint8Array() : paste.body;
  if (cut.has(key)) {
    response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' });
    return void response.end(body.subarray(0, Math.floor(body.byteLength / 2)));
  }
  response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8', 'content-length': body.byteLength });
  response.end(body);
}

/** Pastes with keys from `00000001` on, newest first; `first` continues an earlier series. */
export const manyPastes = (count: number, first = 1): SimulatedPaste[] =>
  Array.from({ length: count }, (_, at) => first + at)
    .reverse()
    .map((number) => ({
      key: String(number).padStart(8, '0'),
      date: 1_700_000_000 + number,
      body: Buffer.from(`paste number ${number}\n`),
    }));
