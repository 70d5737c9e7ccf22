import { shownName } from '@leakwatch/rules';
import { z } from 'zod';

/** A name that may be left out; stored as lists show it. */
export const nameOrNone = (max: number) => z.string().overwrite(shownName).max(max);

/** A name that a person gives something. */
export const nameOf = (max: number) => nameOrNone(max).min(1);
