import { SERVICE_PHONE_MAX } from '@leakwatch/rules';
import { TELEGRAM_REFUSALS } from '@leakwatch/vocabulary';
import { z } from 'zod';
import { INTEGER_MAX } from '../../paging.ts';
import { queryNumber } from '../../query-number.ts';
import { defineRoute } from '../../route.ts';
import { telegramCredentials } from '../../telegram-credentials.ts';
import { serviceAccount } from './service-accounts.ts';

/** Which account: by its telephone number, however it is written; by id where several companies have the number. */
const which = {
  phone: z.string().trim().min(5).max(SERVICE_PHONE_MAX),
  account: z.uuid().optional(),
};
const login = z.object({
  ...which,
  /** Of the application; needed once, stored afterwards. */
  api_id: queryNumber(1, INTEGER_MAX).optional(),
  api_hash: telegramCredentials.shape.api_hash.optional(),
  /** Accepted and not used: sessions are encrypted with the installation's key. */
  db_key: z.string().max(256).optional(),
  /** That Telegram sent; without it a code is asked for. */
  code: z.string().trim().max(16).optional(),
});

const WHICH_ERRORS = ['telegram_phone_ambiguous', 'telegram_step_refused'] as const;
const refusals = TELEGRAM_REFUSALS.map((reason) => `telegram_${reason}` as const);
const errors = {
  login: [...WHICH_ERRORS, 'telegram_api_required', ...refusals],
  run: [...WHICH_ERRORS, 'telegram_not_signed_in'],
  stop: WHICH_ERRORS,
  logout: [...WHICH_ERRORS, 'telegram_not_signed_in', ...refusals],
} as const;

const SUMMARIES = {
  login:
    'Sign an account of Telegram in: without a code one is sent, with it the account is ready; its password is used when Telegram asks',
  run: 'Let crawlers use an account of Telegram that is signed in',
  stop: 'Take an account of Telegram from the crawlers and block it',
  logout: 'Sign an account of Telegram out: Telegram ends the session, which is forgotten',
} as const;

const common = { service: 'admin', access: 'staff', changesState: true, answer: serviceAccount } as const;
const path = (name: keyof typeof SUMMARIES) => `/api/control/telegram/${name}/` as const;

/** The API has these calls as GET; the console uses their POST twins, which put no secret into an address. */
const byGet = <Q extends z.ZodObject>(name: keyof typeof SUMMARIES, query: Q) =>
  defineRoute({ ...common, method: 'GET', path: path(name), summary: SUMMARIES[name], query, errors: errors[name] });
const byPost = <B extends z.ZodObject>(name: keyof typeof SUMMARIES, body: B) =>
  defineRoute({ ...common, method: 'POST', path: path(name), summary: SUMMARIES[name], body, errors: errors[name] });

export const loginTelegram = byGet('login', login);
export const loginTelegramPost = byPost('login', login);
export const runTelegram = byGet('run', z.object(which));
export const runTelegramPost = byPost('run', z.object(which));
export const stopTelegram = byGet('stop', z.object(which));
export const stopTelegramPost = byPost('stop', z.object(which));
export const logoutTelegram = byGet('logout', z.object(which));
export const logoutTelegramPost = byPost('logout', z.object(which));
