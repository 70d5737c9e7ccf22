import { z } from 'zod';

/** PostgreSQL accepts no zone farther from UTC, and no year that has not four digits in UTC. */
const FARTHEST_HOURS = 15;
const STORED_YEAR = /^(?!0000)\d{4}-/;

function canBeStored(text: string): boolean {
  const [, hours = '0'] = /[+-](\d{2}):?\d{2}$/.exec(text) ?? [];
  const time = new Date(text);
  return Number(hours) <= FARTHEST_HOURS && !Number.isNaN(time.getTime()) && STORED_YEAR.test(time.toISOString());
}

/** A moment in a request, in any zone that PostgreSQL accepts. */
export const moment = z.iso.datetime({ offset: true, abort: true }).refine(canBeStored, { message: 'moment_out_of_range' });
