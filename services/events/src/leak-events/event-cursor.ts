import { Inject, Injectable } from '@nestjs/common';
import { type EventFilters, type EventGroup, type EventSort, reportCursor } from '@leakwatch/contracts';
import { type Caller, InvalidRequest, SETTINGS, sha256Hex, Signer } from '@leakwatch/platform';
import { z } from 'zod';
import type { EventsSettings } from '../settings.ts';
import type { EventPlace } from './event-order.read-model.ts';

const held = z.object({
  after: reportCursor.extend({ rank: z.number().int() }),
  /** Of the first page: counting again for each page would cost more than the page. */
  count: z.number().int(),
  auto_filtered: z.number().int(),
  rows: z.number().int().nullable(),
  /** When the first page of a list that is grouped was read. */
  until: z.string().optional(),
  /** What the list was of: filters, order and who asked. */
  of: z.string(),
});

export interface HeldByCursor {
  readonly after: EventPlace;
  readonly count: number;
  readonly auto_filtered: number;
  readonly rows: number | null;
  readonly until?: string | undefined;
}

/** The filters and the order of a list. */
type ListOfEvents = EventFilters & { readonly sort: EventSort; readonly group: EventGroup | undefined };

export const refused = () => new InvalidRequest('cursor_invalid', { cursor: 'cursor_invalid' });

/**
 * Cursors of the list of events. Callers pass them back as they are: a cursor is signed and belongs to the filters, the order and the organisation of
 * the page that had it.
 */
@Injectable()
export class EventCursors {
  private readonly signer: Signer;

  constructor(@Inject(SETTINGS) settings: Pick<EventsSettings, 'LEAKWATCH_SIGNING_KEYS'>) {
    this.signer = new Signer(settings.LEAKWATCH_SIGNING_KEYS, 'event-cursor');
  }

  write(place: HeldByCursor, list: ListOfEvents, caller: Caller): string {
    const text = Buffer.from(JSON.stringify({ ...place, of: listOf(list, caller) })).toString('base64url');
    return `${text}.${this.signer.sign(text)}`;
  }

  /** Throws InvalidRequest `cursor_invalid` for a cursor that is damaged, or of another list. */
  read(cursor: string, list: ListOfEvents, caller: Caller): HeldByCursor {
    const [text = '', signature = '', ...more] = cursor.split('.');
    if (more.length > 0 || !this.signer.verify(text, signature)) throw refused();
    const { of, ...place } = held.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
    if (of !== listOf(list, caller)) throw refused();
    return place;
  }
}

const HASH_DIGITS = 32;

/** Absent filters and those without a value are the same list. */
function listOf(list: ListOfEvents, { organisation, staff }: Caller): string {
  const given = Object.entries(list).filter(([, value]) => value !== undefined);
  return sha256Hex(JSON.stringify([organisation, staff, given.sort(([a], [b]) => (a < b ? -1 : 1))])).slice(0, HASH_DIGITS);
}
