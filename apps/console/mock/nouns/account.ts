import { askRecovery, changePassword, checkLinkCode, endOtherSessions, endSession, getProfile, listSessions } from '@leakwatch/contracts';
import { brokenPasswordRules } from '@leakwatch/rules';
import { COMMON_PASSWORD, GOOD_CODE, OLD_PASSWORD } from '../data/people.ts';
import { handle } from '../handle.ts';
import { DONE, Refusal } from '../replies.ts';

const refuse = (field: string, fault: string) => new Refusal(400, 'password_refused', { fields: { [field]: fault } });

/** What people do with their own account: links, password, sessions, profile. */
export const HANDLERS = [
  handle(askRecovery, () => DONE),
  handle(checkLinkCode, ({ body }) => {
    if (body.code !== GOOD_CODE) throw new Refusal(400, 'code_invalid');
    return { purpose: 'recovery' as const, email: 'irina@corp.example' };
  }),
  handle(changePassword, ({ world, body: { code, new_password: fresh, old_password: old } }) => {
    if (code !== undefined && code !== GOOD_CODE) throw new Refusal(400, 'code_invalid');
    if (code === undefined && old !== OLD_PASSWORD) throw refuse('old_password', 'password_wrong');
    if (brokenPasswordRules(fresh).length > 0) throw refuse('new_password', 'password_weak');
    if (fresh === COMMON_PASSWORD) throw refuse('new_password', 'password_common');
    world.settings = { ...world.settings, change_password: false };
    return DONE;
  }),
  handle(getProfile, ({ world }) => world.profile),
  handle(listSessions, ({ world }) => world.sessions),
  handle(endSession, ({ world, params, body }) => {
    if (body.password !== OLD_PASSWORD) throw refuse('password', 'password_wrong');
    world.sessions = world.sessions.filter((session) => session.id !== params.id);
    return DONE;
  }),
  handle(endOtherSessions, ({ world, body }) => {
    if (body.password !== OLD_PASSWORD) throw refuse('password', 'password_wrong');
    world.sessions = world.sessions.filter((session) => session.current);
    return DONE;
  }),
];
