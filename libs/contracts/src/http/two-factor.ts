import { z } from 'zod';
import { done } from '../paging.ts';
import { defineRoute } from '../route.ts';

/** Longer than any code or recovery code with its dashes and stray spaces. */
const MAX_TOKEN_LENGTH = 100;
const token = z.string().trim().min(1).max(MAX_TOKEN_LENGTH);

export const twoFactorStatus = defineRoute({
  method: 'GET',
  path: '/api/profile/two_factor/status/',
  service: 'admin',
  access: 'half',
  changesState: false,
  summary: 'Whether the account has a second factor, must have one, and whether this session still owes it',
  answer: z.object({
    /** A second factor is set up: signing in asks for a code. */
    active: z.boolean(),
    /** Signing in needs a second factor: it is set up, or the organisation makes it mandatory. */
    two_factor: z.boolean(),
    /** The organisation makes it mandatory: it is set up while signing in, and cannot be switched off. */
    tfa_company: z.boolean(),
    /** This session is half signed in: `confirm` is due. */
    due: z.boolean(),
    /** Unused recovery codes; null while half signed in. */
    recovery_codes: z.number().int().nullable(),
  }),
  errors: [],
});

export const addTwoFactor = defineRoute({
  method: 'GET',
  path: '/api/profile/two_factor/add/',
  service: 'admin',
  access: 'half',
  changesState: true,
  summary: 'A new seed to set up, which counts once a code confirms it (as the documents spell it)',
  answer: z.object({
    /** An SVG image in base64, without `data:`. */
    qr: z.string(),
    /** The seed in base32, for those who type it. */
    secret: z.string(),
  }),
  errors: ['two_factor_active', 'two_factor_by_organisation'],
});

export const addTwoFactorPost = defineRoute({ ...addTwoFactor, method: 'POST', summary: 'A new seed to set up' });

export const confirmTwoFactor = defineRoute({
  method: 'POST',
  path: '/api/profile/two_factor/confirm/',
  service: 'admin',
  access: 'half',
  changesState: true,
  summary: 'Finish signing in with a code or a recovery code, or finish the set-up with a first code',
  body: z.object({ token }),
  answer: z.object({
    username: z.string(),
    user_id: z.uuid(),
    /** After a set-up, this once; else empty. */
    recovery_codes: z.array(z.string()),
  }),
  errors: ['two_factor_code_invalid', 'two_factor_not_begun', 'two_factor_active'],
});

export const disableTwoFactor = defineRoute({
  method: 'POST',
  path: '/api/profile/two_factor/disable/',
  service: 'admin',
  access: 'user',
  sessionOnly: true,
  changesState: true,
  summary: 'Switch the second factor off; 503 where the organisation makes it mandatory',
  body: z.object({ token: token.optional() }),
  answer: done,
  errors: ['two_factor_mandatory', 'two_factor_inactive', 'two_factor_code_invalid'],
});

/** Ours: the documents have no recovery codes. */
export const renewRecoveryCodes = defineRoute({
  method: 'POST',
  path: '/api/profile/two_factor/recovery_codes/',
  service: 'admin',
  access: 'user',
  sessionOnly: true,
  changesState: true,
  summary: 'New recovery codes in the place of the old ones; needs a code of the app',
  body: z.object({ token }),
  answer: z.object({ recovery_codes: z.array(z.string()) }),
  errors: ['two_factor_inactive', 'two_factor_code_invalid'],
});

export const resetTwoFactor = defineRoute({
  method: 'POST',
  path: '/api/profile/two_factor/disable_2fa_admin/',
  service: 'admin',
  access: 'staff',
  sessionOnly: true,
  changesState: true,
  summary: 'Staff take the second factor off an account',
  query: z.object({ user_id: z.uuid() }),
  answer: done,
  errors: ['two_factor_own'],
});
