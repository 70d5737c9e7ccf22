import { z } from 'zod';
import { done } from '../../paging.ts';
import { defineRoute } from '../../route.ts';

/** Longer than any code or recovery code with dashes and spaces. */
const MAX_TOKEN_LENGTH = 100;
const token = z.string().trim().min(1).max(MAX_TOKEN_LENGTH);

export const twoFactorStatus = defineRoute({
  method: 'GET',
  path: '/api/profile/two_factor/status/',
  service: 'admin',
  access: 'pending',
  changesState: false,
  summary: 'Get whether the account has a second factor, must have one, and whether it is due in this session',
  answer: z.object({
    /** A second factor is set up. */
    active: z.boolean(),
    /** Signing in needs a second factor: it is set up, or mandatory. */
    two_factor: z.boolean(),
    /** It is mandatory, for staff or by the organisation: it is set up during sign-in and cannot be switched off. */
    tfa_company: z.boolean(),
    /** This sign-in is pending: `confirm` is due. */
    due: z.boolean(),
    /** Number of unused recovery codes; null while the sign-in is pending. */
    recovery_codes: z.number().int().nullable(),
  }),
  errors: [],
});

export const addTwoFactor = defineRoute({
  method: 'GET',
  path: '/api/profile/two_factor/add/',
  service: 'admin',
  access: 'pending',
  changesState: true,
  summary: 'Create a seed for an authenticator app, active once a code confirms it (same as POST)',
  answer: z.object({
    /** A QR code, an SVG image in base64, without `data:`. */
    qr: z.string(),
    /** The seed in base32, for typing. */
    secret: z.string(),
  }),
  errors: ['two_factor_active', 'two_factor_by_organisation'],
});

export const addTwoFactorPost = defineRoute({
  ...addTwoFactor,
  method: 'POST',
  summary: 'Create a seed for an authenticator app, active once a code confirms it',
});

export const confirmTwoFactor = defineRoute({
  method: 'POST',
  path: '/api/profile/two_factor/confirm/',
  service: 'admin',
  access: 'pending',
  changesState: true,
  summary: 'Complete the sign-in with a code or a recovery code, or the set-up with a first code',
  body: z.object({ token }),
  answer: z.object({
    username: z.string(),
    user_id: z.uuid(),
    /** Returned once, after the set-up; otherwise empty. */
    recovery_codes: z.array(z.string()),
  }),
  errors: ['two_factor_code_invalid', 'two_factor_not_begun', 'two_factor_active'],
});

export const disableTwoFactor = defineRoute({
  method: 'POST',
  path: '/api/profile/two_factor/disable/',
  service: 'admin',
  access: 'user',
  acting: 'self',
  sessionOnly: true,
  changesState: true,
  summary: 'Switch the second factor off; 503 where it is mandatory',
  body: z.object({ token: token.optional() }),
  answer: done,
  errors: ['two_factor_mandatory', 'two_factor_inactive', 'two_factor_code_invalid'],
});

/** Replaces all recovery codes of the account. */
export const renewRecoveryCodes = defineRoute({
  method: 'POST',
  path: '/api/profile/two_factor/recovery_codes/',
  service: 'admin',
  access: 'user',
  acting: 'self',
  sessionOnly: true,
  changesState: true,
  summary: 'Create new recovery codes, which replace the old ones; needs a code of the app',
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
  summary: 'Remove the second factor of an account',
  query: z.object({ user_id: z.uuid() }),
  answer: done,
  errors: ['two_factor_own'],
});
