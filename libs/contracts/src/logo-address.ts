import { z } from 'zod';

const PATTERN = /^\/api\/organisation\/logo\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\/$/;

/** The address of a logo on the console's own host. */
export const logoAddress = z.string().regex(PATTERN);
export const addressOfLogo = (id: string): string => `/api/organisation/logo/${id}/`;
/** The id in an address that fits `logoAddress`. */
export const logoIdOf = (address: string): string => PATTERN.exec(address)?.[1] ?? '';
