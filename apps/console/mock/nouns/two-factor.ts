import { addTwoFactorPost, confirmTwoFactor, disableTwoFactor, renewRecoveryCodes, twoFactorStatus } from '@leakwatch/contracts';
import { handle } from '../handle.ts';
import { DONE, Refusal } from '../replies.ts';

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

function check(typed = ''): void {
  const token = typed.toUpperCase();
  if (token !== RIGHT_CODE && !RECOVERY_CODES.includes(token)) throw new Refusal(400, 'two_factor_code_invalid');
}

export const HANDLERS = [
  handle(twoFactorStatus, ({ world }) => {
    const { active, mandatory } = world.secondFactor;
    return {
      active,
      two_factor: active || mandatory,
      tfa_company: mandatory,
      due: world.pending,
      recovery_codes: world.pending ? null : active ? RECOVERY_CODES.length : 0,
    };
  }),
  handle(addTwoFactorPost, ({ world }) => {
    if (world.secondFactor.active) throw new Refusal(409, 'two_factor_active');
    return { qr: QR, secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' };
  }),
  handle(confirmTwoFactor, ({ world, body }) => {
    check(body.token);
    const codes = world.secondFactor.active ? [] : RECOVERY_CODES;
    world.secondFactor = { ...world.secondFactor, active: true };
    world.pending = false;
    return { username: world.settings.username, user_id: world.settings.user_id, recovery_codes: codes };
  }),
  handle(disableTwoFactor, ({ world, body }) => {
    if (world.secondFactor.mandatory) throw new Refusal(503, 'two_factor_mandatory');
    check(body.token);
    world.secondFactor = { ...world.secondFactor, active: false };
    return DONE;
  }),
  handle(renewRecoveryCodes, ({ body }) => {
    check(body.token);
    return { recovery_codes: RECOVERY_CODES };
  }),
];
