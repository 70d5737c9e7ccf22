import { shownName } from '@leakwatch/rules';
import { z } from 'zod';

/** A name that a person gives something; stored as lists show it. */
export const nameOf = (max: number) => z.string().overwrite(shownName).min(1).max(max);
