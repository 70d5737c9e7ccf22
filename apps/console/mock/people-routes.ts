import type {
  AnswerOf,
  askRecovery,
  changePassword,
  checkLinkCode,
  endOtherSessions,
  endSession,
  getProfile,
  listSessions,
} from '@leakwatch/contracts';
import { brokenPasswordRules } from '@leakwatch/rules';
import { COMMON_PASSWORD, GOOD_CODE, OLD_PASSWORD } from './people-data.ts';
import { type Call, Refusal } from './refusal.ts';

const refuse = (field: string, fault: string) => new Refusal(400, 'password_refused', { fields: { [field]: fault } });

/** Calls about a person's own access: links, password, sessions, profile. */
export const own = {
  recovery: ({ body }: Call): AnswerOf<typeof askRecovery> => {
    if (!String(body['email']).includes('@')) throw new Refusal(400, 'invalid_request', { fields: { email: 'invalid_format' } });
    return { ok: true };
  },
  checkCode: ({ body }: Call): AnswerOf<typeof checkLinkCode> => {
    if (body['code'] !== GOOD_CODE) throw new Refusal(400, 'code_invalid');
    return { purpose: 'recovery', email: 'irina@corp.example' };
  },
  password: ({ world, body }: Call): AnswerOf<typeof changePassword> => {
    const fresh = String(body['new_password']);
    if (body['code'] !== undefined && body['code'] !== GOOD_CODE) throw new Refusal(400, 'code_invalid');
    if (body['code'] === undefined && body['old_password'] !== OLD_PASSWORD) throw refuse('old_password', 'password_wrong');
    if (brokenPasswordRules(fresh).length > 0) throw refuse('new_password', 'password_weak');
    if (fresh === COMMON_PASSWORD) throw refuse('new_password', 'password_common');
    world.settings = { ...world.settings, change_password: false };
    return { ok: true };
  },
  profile: ({ world }: Call): AnswerOf<typeof getProfile> => world.profile,
  sessions: ({ world }: Call): AnswerOf<typeof listSessions> => world.sessions,
  endSession: ({ world, id, body }: Call): AnswerOf<typeof endSession> => {
    if (body['password'] !== OLD_PASSWORD) throw refuse('password', 'password_wrong');
    world.sessions = world.sessions.filter((session) => session.id !== id);
    return { ok: true };
  },
  endOthers: ({ world, body }: Call): AnswerOf<typeof endOtherSessions> => {
    if (body['password'] !== OLD_PASSWORD) throw refuse('password', 'password_wrong');
    world.sessions = world.sessions.filter((session) => session.current);
    return { ok: true };
  },
};

export const OWN_HANDLERS: readonly (readonly [string, (call: Call) => unknown])[] = [
  ['POST /api/recovery/', own.recovery],
  ['POST /api/password/check_code/', own.checkCode],
  ['PATCH /api/password/', own.password],
  ['GET /api/profile/', own.profile],
  ['GET /api/profile/sessions/', own.sessions],
  ['POST /api/profile/sessions/end_others/', own.endOthers],
  ['POST /api/profile/sessions/{id}/end/', own.endSession],
];
export const OWN_PUBLIC_CALLS = ['POST /api/recovery/', 'POST /api/password/check_code/', 'PATCH /api/password/'] as const;
