import {
  ACCOUNT_SEARCH_FIELDS,
  changeAccount,
  checkRecoveryLink,
  createAccount,
  deleteAccount,
  endAccountSessions,
  getAccount,
  listAccounts,
  resetTwoFactor,
  sendRecoveryLink,
  sendWelcomeLink,
  type StaffAccount,
} from '@leakwatch/contracts';
import { MOCK_ACCOUNT } from '../../../mock/data/people.ts';
import { handle } from '../../../mock/handle.ts';
import { mockId } from '../../../mock/ids.ts';
import { accepted, DONE, notFound, pageOf, Refusal } from '../../../mock/replies.ts';
import type { World } from '../../../mock/world.ts';

/** Seconds between two links. */
const PAUSE = 300;

function found(world: World, holds: (account: StaffAccount) => boolean, code = 'not_found'): StaffAccount {
  const account = world.accounts.find(holds);
  if (account === undefined) throw code === 'not_found' ? notFound() : new Refusal(404, code);
  return account;
}
const byEmail = (world: World, email: string) => found(world, (one) => one.email === email && one.is_active, 'account_not_found');

function companyOf(world: World, id: string | null): StaffAccount['company'] {
  if (id === null) return null;
  const organisation = world.organisations.find((one) => one.id === id);
  if (organisation === undefined) throw new Refusal(404, 'organisation_not_found');
  return { id, name: organisation.name };
}

function refuseTaken(world: World, email: string | undefined, id: string): void {
  if (world.accounts.some((one) => one.id !== id && one.email === email)) throw new Refusal(409, 'account_exists');
}

const linkState = (world: World, email: string) => {
  const sent = world.links.get(email) ?? null;
  const passed = sent === null ? PAUSE : (Date.now() - Date.parse(sent)) / 1_000;
  return { recovery_hash_created: sent, next_sending_after: Math.max(0, Math.ceil(PAUSE - passed)) };
};

const sendLink = (world: World, email: string) => {
  byEmail(world, email);
  if (linkState(world, email).next_sending_after > 0) throw new Refusal(429, 'too_many_requests');
  world.links.set(email, new Date().toISOString());
  return linkState(world, email);
};

const { id: ID, email: EMAIL } = MOCK_ACCOUNT;

export const HANDLERS = [
  handle(
    listAccounts,
    ({ world, query }) => {
      const holds = (account: StaffAccount) =>
        (query.company === undefined || account.company?.id === query.company) &&
        ACCOUNT_SEARCH_FIELDS.every((field) => account[field].toLowerCase().includes((query[field] ?? '').toLowerCase()));
      return pageOf(
        world.accounts.filter(holds).toSorted((one, other) => (one.email < other.email ? -1 : 1)),
        query,
      );
    },
    {},
  ),
  handle(getAccount, ({ world, params }) => found(world, ({ id }) => id === params.id), { params: { id: ID } }),
  handle(
    createAccount,
    ({ world, body }) => {
      const id = mockId(12, 100 + world.sent.length);
      refuseTaken(world, body.email, id);
      const { default_password: _password, company, ...fields } = body;
      const state = { is_active: true, has_2fa: false, created: new Date().toISOString(), version: 1 };
      world.accounts = [...world.accounts, { ...fields, ...state, id, company: companyOf(world, company) }];
      world.sent.push(body);
      return { id };
    },
    { body: { email: 'new@corp.example', username: 'new' } },
  ),
  handle(
    changeAccount,
    ({ world, params, body: sent }) => {
      const before = found(world, ({ id }) => id === params.id);
      const { fields: body, version } = accepted(before, sent);
      refuseTaken(world, body.email, before.id);
      const { default_password: _password, company, ...fields } = body;
      const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
      const changed = { ...before, ...given, version, ...(company !== undefined && { company: companyOf(world, company) }) };
      world.accounts = world.accounts.map((one) => (one.id === params.id ? changed : one));
      world.sent.push(Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)));
      return DONE;
    },
    { params: { id: ID }, body: { is_active: false } },
  ),
  handle(
    deleteAccount,
    ({ world, params }) => {
      found(world, ({ id }) => id === params.id);
      world.accounts = world.accounts.filter(({ id }) => id !== params.id);
      return DONE;
    },
    { params: { id: ID } },
  ),
  handle(
    resetTwoFactor,
    ({ world, query }) => {
      found(world, ({ id }) => id === query.user_id);
      world.accounts = world.accounts.map((one) => (one.id === query.user_id ? { ...one, has_2fa: false } : one));
      return DONE;
    },
    { query: `user_id=${ID}` },
  ),
  handle(
    endAccountSessions,
    ({ world, body }) => {
      world.sent.push(body);
      return { count: 'email' in body ? 1 : world.accounts.length };
    },
    { body: { email: EMAIL } },
  ),
  handle(checkRecoveryLink, ({ world, body }) => (byEmail(world, body.email), linkState(world, body.email)), { body: { email: EMAIL } }),
  handle(sendRecoveryLink, ({ world, body }) => sendLink(world, body.email), { body: { email: EMAIL } }),
  handle(sendWelcomeLink, ({ world, body }) => sendLink(world, body.email), { body: { email: EMAIL } }),
];
