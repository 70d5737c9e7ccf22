import type { AnswerOf, addTwoFactor, confirmTwoFactor, disableTwoFactor, renewRecoveryCodes, twoFactorStatus } from '@leakwatch/contracts';
import { type Call, Refusal } from './refusal.ts';

/** The code that is right, always. */
export const RIGHT_CODE = '123456';
const RECOVERY_CODES = Array.from({ length: 10 }, (_, at) => `7K2MPQ-0V9XTA-E4HN6R-8WBZ${(at + 12).toString(10)}`);

/** Looks like a QR image; nothing can be read from it. */
const QR = (() => {
  const dots = Array.from({ length: 29 * 29 }, (_, at) =>
    (at * 7919 + ((at * at) >> 3)) % 5 < 2 ? `M${at % 29} ${Math.floor(at / 29)}h1v1h-1z` : '',
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 33 33"><path fill="#fff" d="M-2-2h33v33h-33z"/><path d="${dots.join('')}"/></svg>`;
  return Buffer.from(svg).toString('base64');
})();

const check = (body: Call['body']) => {
  const token = String(body['token']).toUpperCase();
  if (token !== RIGHT_CODE && !RECOVERY_CODES.includes(token)) throw new Refusal(400, 'two_factor_code_invalid');
};

const status = ({ world }: Call): AnswerOf<typeof twoFactorStatus> => {
  const { active, mandatory } = world.secondFactor;
  return {
    active,
    two_factor: active || mandatory,
    tfa_company: mandatory,
    due: world.half,
    recovery_codes: world.half ? null : active ? RECOVERY_CODES.length : 0,
  };
};

const add = ({ world }: Call): AnswerOf<typeof addTwoFactor> => {
  if (world.secondFactor.active) throw new Refusal(409, 'two_factor_active');
  return { qr: QR, secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' };
};

const confirm = ({ world, body }: Call): AnswerOf<typeof confirmTwoFactor> => {
  check(body);
  const codes = world.secondFactor.active ? [] : RECOVERY_CODES;
  world.secondFactor = { ...world.secondFactor, active: true };
  world.half = false;
  return { username: world.settings.username, user_id: world.settings.user_id, recovery_codes: codes };
};

const disable = ({ world, body }: Call): AnswerOf<typeof disableTwoFactor> => {
  if (world.secondFactor.mandatory) throw new Refusal(503, 'two_factor_mandatory');
  check(body);
  world.secondFactor = { ...world.secondFactor, active: false };
  return { ok: true };
};

const renew = ({ body }: Call): AnswerOf<typeof renewRecoveryCodes> => {
  check(body);
  return { recovery_codes: RECOVERY_CODES };
};

export const TWO_FACTOR_HANDLERS: readonly (readonly [string, (call: Call) => unknown])[] = [
  ['GET /api/profile/two_factor/status/', status],
  ['POST /api/profile/two_factor/add/', add],
  ['POST /api/profile/two_factor/confirm/', confirm],
  ['POST /api/profile/two_factor/disable/', disable],
  ['POST /api/profile/two_factor/recovery_codes/', renew],
];

/** What answers between password and code. */
export const HALF_CALLS: ReadonlySet<string> = new Set([
  'GET /api/profile/two_factor/status/',
  'POST /api/profile/two_factor/add/',
  'POST /api/profile/two_factor/confirm/',
  'POST /api/profile/two_factor/ask_verify_identity/',
  'POST /api/logout/',
]);
