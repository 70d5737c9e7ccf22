import { z } from 'zod';
import { flag, idParams } from '../../paging.ts';
import { BYTES_TYPE, defineRoute, SPREADSHEET_TYPE } from '../../route.ts';
import { queryNumber } from '../../query-number.ts';

/**
 * Bytes of kept text, as UTF-8, that one page of it has at most. A browser searches and lays out so much at once without a person
 * noticing; nearly every document with a leak is shorter.
 */
export const TEXT_PAGE_BYTES = 2 * 1024 * 1024;

/** backup_not_found: nothing was kept; backup_expired: what was kept has been deleted, because its time was over. */
const ERRORS = ['backup_not_found', 'backup_expired'] as const;

const place = z.object({
  page: z.number().int(),
  /** UTF-16 offsets in the text of its page. */
  start: z.number().int(),
  end: z.number().int(),
});

export const eventText = z.object({
  /** A page of the kept text, its secrets masked unless `revealed` was asked for. Plain text from outside, never markup. */
  text_full: z.string(),
  /** From 0. */
  page: z.number().int(),
  pages: z.number().int(),
  /** Number of the page's first line in the document, from 1. */
  first_line: z.number().int(),
  /** The page continues a line that the page before it began. */
  continues_line: z.boolean(),
  /** The matches of the event, in the order of the text. Those outside of what is kept are missing; those of other pages are approximate. */
  places: z.array(place),
  /** Length of the document, and of what is kept of it. */
  bytes: z.number().int(),
  kept_bytes: z.number().int(),
  /** sha256, hex, of the whole document. */
  sha256: z.string(),
  captured_at: z.iso.datetime(),
  /** Where it was captured. */
  address: z.string(),
  /** When the copy is deleted. */
  expires_at: z.iso.datetime(),
  /** The file from which the text was read, such as an archive; null where the text is the file. */
  original: z.object({ bytes: z.number().int(), sha256: z.string() }).nullable(),
});
export type EventText = z.output<typeof eventText>;

export const readEventText = defineRoute({
  method: 'GET',
  path: '/api/events/{id}/text/',
  service: 'events',
  access: 'user',
  changesState: false,
  summary: 'Read the kept text of the document of an event, a page at a time, masked, with the places of the matches',
  params: idParams,
  query: z.object({
    /** The page with the first match when not given. */
    page: queryNumber(0, 1_000).optional(),
    /** Unmasked, for a person who revealed the event in the last minutes. */
    revealed: flag.optional(),
  }),
  answer: eventText,
  errors: [...ERRORS, 'reveal_needed'],
});

export const downloadEventBackup = defineRoute({
  method: 'GET',
  path: '/api/events/{id}/download_event_backup/',
  service: 'events',
  access: 'user',
  changesState: false,
  summary: 'Download a spreadsheet of an event with the kept text of its document, masked',
  params: idParams,
  answer: z.string(),
  answerType: SPREADSHEET_TYPE,
  errors: ERRORS,
});

export const downloadEventOriginal = defineRoute({
  method: 'GET',
  path: '/api/events/{id}/download_event_original/',
  service: 'events',
  access: 'user',
  // Its bytes hold the secret.
  sessionOnly: true,
  changesState: false,
  summary: 'Download the kept bytes of the document of an event, as they were captured; recorded like a reveal of its values',
  params: idParams,
  answer: z.string(),
  answerType: BYTES_TYPE,
  errors: ERRORS,
});
