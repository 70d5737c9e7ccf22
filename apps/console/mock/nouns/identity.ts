import {
  actualToken,
  askVerifyIdentity,
  checkIdentityCode,
  confirmIdentity,
  declineIdentity,
  generateTokenPost,
  listActivity,
  revokeTokenPost,
} from '@leakwatch/contracts';
import { GOOD_CODE } from '../data/people.ts';
import { handle } from '../handle.ts';
import { DONE, pageOf, Refusal } from '../replies.ts';

function answer({ body }: { readonly body: { readonly code: string } }): typeof DONE {
  if (body.code !== GOOD_CODE) throw new Refusal(400, 'identity_code_invalid');
  return DONE;
}

/** Activity, API token, and approving the identity of a colleague. */
export const HANDLERS = [
  handle(listActivity, ({ world, query }) => pageOf(world.activity, query)),
  handle(actualToken, ({ world }) => world.apiToken),
  handle(generateTokenPost, ({ world }) => {
    world.apiToken = { created: new Date().toISOString(), last_used: null };
    return { token: 'lw_4kTq9Zx1VbN7cR2mLpW8sYdE3hJ6uA0gFiOtQyKxBwC5DnM' };
  }),
  handle(revokeTokenPost, ({ world }) => {
    world.apiToken = { created: null, last_used: null };
    return DONE;
  }),
  handle(askVerifyIdentity, ({ world }) => {
    if (!world.secondFactor.active) throw new Refusal(409, 'two_factor_inactive');
    return DONE;
  }),
  handle(checkIdentityCode, ({ world, query }) => {
    if (query.code !== GOOD_CODE) throw new Refusal(400, 'identity_code_invalid');
    if (world.scenario === 'empty') return { email: 'petr@corp.example', company: null, first_name: '', last_name: '' };
    return { email: 'petr@corp.example', company: 'Ромашка', first_name: 'Пётр', last_name: 'Лебедев' };
  }),
  handle(confirmIdentity, answer),
  handle(declineIdentity, answer),
];
