import type {
  actualToken,
  AnswerOf,
  askVerifyIdentity,
  checkIdentityCode,
  confirmIdentity,
  generateTokenPost,
  listActivity,
  revokeTokenPost,
} from '@leakwatch/contracts';
import { GOOD_CODE } from './people-data.ts';
import { type Call, Refusal } from './refusal.ts';

const ask = ({ world }: Call): AnswerOf<typeof askVerifyIdentity> => {
  if (!world.secondFactor.active) throw new Refusal(409, 'two_factor_inactive');
  return { ok: true };
};

const demand = (code: unknown) => {
  if (code !== GOOD_CODE) throw new Refusal(400, 'identity_code_invalid');
};

const check = ({ world, query }: Call): AnswerOf<typeof checkIdentityCode> => {
  demand(query.get('code'));
  if (world.scenario === 'empty') return { email: 'petr@corp.example', company: null, first_name: '', last_name: '' };
  return { email: 'petr@corp.example', company: 'Ромашка', first_name: 'Пётр', last_name: 'Лебедев' };
};

const answer = ({ body }: Call): AnswerOf<typeof confirmIdentity> => {
  demand(body['code']);
  return { ok: true };
};

const activity = ({ world, query }: Call): AnswerOf<typeof listActivity> => {
  const offset = Number(query.get('offset'));
  return { count: world.activity.length, results: world.activity.slice(offset, offset + Number(query.get('limit'))) };
};

const actual = ({ world }: Call): AnswerOf<typeof actualToken> => world.apiToken;

const generate = ({ world }: Call): AnswerOf<typeof generateTokenPost> => {
  world.apiToken = { created: new Date().toISOString(), last_used: null };
  return { token: 'lw_4kTq9Zx1VbN7cR2mLpW8sYdE3hJ6uA0gFiOtQyKxBwC5DnM' };
};

const revoke = ({ world }: Call): AnswerOf<typeof revokeTokenPost> => {
  world.apiToken = { created: null, last_used: null };
  return { ok: true };
};

/** Activity, API token, and vouching for somebody. */
export const IDENTITY_HANDLERS: readonly (readonly [string, (call: Call) => unknown])[] = [
  ['GET /api/activity/', activity],
  ['GET /api/control/auth-tokens/actual/', actual],
  ['POST /api/control/auth-tokens/generate/', generate],
  ['POST /api/control/auth-tokens/revoke/', revoke],
  ['POST /api/profile/two_factor/ask_verify_identity/', ask],
  ['GET /api/profile/two_factor/check_identity_code/', check],
  ['POST /api/profile/two_factor/confirm_identity/', answer],
  ['POST /api/profile/two_factor/decline_identity/', answer],
];
