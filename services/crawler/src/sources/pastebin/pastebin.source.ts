import { Inject, Injectable } from '@nestjs/common';
import type { TaskChange } from '@leakwatch/contracts';
import { SETTINGS } from '@leakwatch/platform';
import { z } from 'zod';
import { UpstreamError } from '../../accounts/upstream-error.ts';
import type { CrawlerSettings } from '../../settings.ts';
import type { Answer, AskContext, FetchedDocument, Reference, Stored, UnitNeed, UnitSource } from '../unit-source.port.ts';
import { fetchDocument } from '../../upstreams/fetch-document.ts';
import { pasteHint, readList, referenceOf } from './listed-pastes.ts';
import { refusalOf } from './pastebin-refusal.ts';

/** The most that Pastebin lists. */
const LISTED = 250;
/** 250 entries of less than a kilobyte. */
const LIST_MAX = 2 * 1024 * 1024;
/** Pastebin takes 10 MB of paying users, 512 KB of others. */
export const DOCUMENT_MAX = 16 * 1024 * 1024;

const REQUEST = { headers: { 'user-agent': 'leakwatch' } };

const RESOURCE = { list: 'list', item: 'item' } as const;

/** Keys and dates of the last list. A state of another shape is one that is not there. */
const stored = z.object({ pastes: z.array(z.tuple([z.string(), z.string()])) }).catch({ pastes: [] });

/**
 * New pastes, read from Pastebin's scraping API as one stream for all tasks. The list holds the newest pastes only: when nothing of the
 * last list is in it as it was, pastes were missed.
 */
@Injectable()
export class PastebinSource implements UnitSource {
  readonly kind = 'pastebin';
  /** Pastebin asks for no more than one request a second. */
  readonly rates = {
    [RESOURCE.list]: { requests: 1, seconds: 1, by: 'address' },
    [RESOURCE.item]: { requests: 1, seconds: 1, by: 'address' },
  } as const;
  readonly resources = { ask: () => RESOURCE.list, fetch: RESOURCE.item };
  /** Pastebin knows the address alone. */
  readonly accounts = 'none';
  readonly fetchesAtOnce = 1;
  /** A paste may not be ready for minutes, in which others leave the list. Most are ready after one. */
  readonly documentTries = 2;
  private readonly base: string;

  constructor(@Inject(SETTINGS) settings: Pick<CrawlerSettings, 'PASTEBIN_API_URL'>) {
    this.base = settings.PASTEBIN_API_URL.replace(/\/+$/, '');
  }

  unitsFor(task: TaskChange): readonly UnitNeed[] {
    if (!task.source_types.includes(this.kind) || task.patterns.length === 0) return [];
    return [{ key: 'stream', request: {}, patterns: 'all' }];
  }

  plan(): readonly Stored[] {
    return [{ kind: 'list' }];
  }

  async ask(_slice: Stored, { state, access, signal }: AskContext): Promise<Answer> {
    await access.spend(RESOURCE.list);
    const address = `${this.base}/api_scraping.php?limit=${LISTED}`;
    const response = await access.fetch(address, { ...REQUEST, signal, maximumBytes: LIST_MAX });
    const body = new Uint8Array(await response.arrayBuffer());
    const refusal = refusalOf(response, body, RESOURCE.list);
    if (refusal !== null) throw refusal === 'gone' ? new UpstreamError('broken_answer', { text: 'there is no list of pastes' }) : refusal;
    const pastes = readList(body);
    const before = new Set(stored.parse(state).pastes.map(([key, date]) => `${key} ${date}`));
    // An edited paste has another date, and may be listed again among newer ones.
    const isGap = before.size > 0 && !pastes.some(({ key, date }) => before.has(`${key} ${date}`));
    return {
      references: pastes.map(referenceOf),
      more: [],
      incomplete: isGap,
      // An empty list says nothing of what is read: the last one stays.
      ...(pastes.length > 0 && { state: { pastes: pastes.map(({ key, date }) => [key, date]) } }),
    };
  }

  readBefore(known: string, version: string): number | undefined {
    const [before, now] = [known, version].map((one) => one.split(':'));
    const read = Number(before?.[1]);
    return before?.[0] === now?.[0] && read < Number(now?.[1]) ? read : undefined;
  }

  async fetch(reference: Reference, { access, signal }: Pick<AskContext, 'access' | 'signal'>): Promise<readonly FetchedDocument[]> {
    const { key, size, path, url } = pasteHint.parse(reference.hint);
    const document = { path, commit: null, urlAt: () => url };
    if (size > DOCUMENT_MAX) return [{ ...document, bytes: undefined, unread: 'oversize' }];
    await access.spend(RESOURCE.item);
    const address = `${this.base}/api_scrape_item.php?i=${encodeURIComponent(key)}`;
    const response = await fetchDocument(access, address, { ...REQUEST, signal, maximumBytes: DOCUMENT_MAX });
    if (response === undefined) return [{ ...document, bytes: undefined, unread: 'oversize' }];
    const bytes = new Uint8Array(await response.arrayBuffer());
    // An answer of exactly the paste's length is the paste, whatever it says.
    const isPaste = response.status === 200 && bytes.byteLength > 0 && bytes.byteLength === size;
    const refusal = isPaste ? null : refusalOf(response, bytes, RESOURCE.item);
    if (refusal instanceof UpstreamError) throw refusal;
    // Pastebin gives texts; of another length they were edited since.
    if (!isPaste && refusal === null && !/^text\/plain\b/i.test(response.headers.get('content-type') ?? ''))
      throw new UpstreamError('broken_answer', { text: 'an answer in place of the paste' });
    if (refusal === 'gone') return [{ ...document, bytes: undefined, unread: 'gone' }];
    // One that is shorter than listed was edited, or ended early: a list that still has it longer names it again.
    return [
      { ...document, bytes, ...(bytes.byteLength < size && { version: reference.version.replace(/\d+$/, String(bytes.byteLength)) }) },
    ];
  }
}
