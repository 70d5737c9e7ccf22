import { LOGO_BYTES_MAX } from '@leakwatch/rules';
import { z } from 'zod';
import { idParams } from '../../paging.ts';
import { defineRoute, LOGO_TYPE } from '../../route.ts';

/** Why a logo was refused. format: neither PNG nor JPG by its content; dimensions: more pixels than LOGO_SIDE_MAX; broken: it cannot be decoded. */
export const LOGO_ERRORS = ['logo_missing', 'logo_several', 'logo_too_large', 'logo_format', 'logo_dimensions', 'logo_broken'] as const;

export const uploadLogo = defineRoute({
  method: 'POST',
  path: '/api/control/organisations/upload/',
  service: 'admin',
  access: 'staff',
  changesState: true,
  summary: 'Upload a logo, one PNG or JPG file; it is kept for a day until an organisation gets it',
  bodyType: 'multipart/form-data',
  /** More than a logo may have, so that a file that is too large gets its own error. */
  bodyBytes: 3 * LOGO_BYTES_MAX,
  /** The address, which is set as the `logo` of an organisation. */
  answer: z.object({ logo: z.string() }),
  errors: LOGO_ERRORS,
});

export const getLogo = defineRoute({
  method: 'GET',
  path: '/api/organisation/logo/{id}/',
  service: 'admin',
  access: 'user',
  changesState: false,
  summary: "Get the logo of the caller's organisation, or any logo as staff",
  params: idParams,
  answer: z.string(),
  answerType: LOGO_TYPE,
  errors: [],
});

/** The services that send mails and make reports ask for it. */
export const internalLogo = defineRoute({
  method: 'POST',
  path: '/internal/organisations/logo/',
  service: 'admin',
  access: 'service',
  changesState: false,
  summary: 'Get the logo of an organisation',
  body: z.object({ organisation: z.uuid() }),
  /** A PNG in base64; null for an organisation that has no logo or does not exist. */
  answer: z.object({ png: z.base64().nullable() }),
  errors: [],
});
