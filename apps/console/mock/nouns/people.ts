import {
  beginActing,
  currentOrganisation,
  endActing,
  getBotCheck,
  getSettings,
  listOrganisationOptions,
  login,
  logoutPost,
  setLocale,
} from '@leakwatch/contracts';
import { ORGANISATION } from '../data/tasks.ts';
import { handle } from '../handle.ts';
import { DONE, notFound, Refusal } from '../replies.ts';

/** Signing in and out, and what the frame of the console needs. */
export const HANDLERS = [
  handle(getSettings, ({ world, query }) => {
    if (query.intro === 'false') world.settings = { ...world.settings, intro: false };
    return world.counts();
  }),
  handle(
    beginActing,
    ({ world, params }) => {
      const found = world.organisations.find(({ id }) => id === params.id);
      if (found === undefined) throw notFound();
      const until = new Date(Date.now() + 3_600_000).toISOString();
      const organisation = { id: found.id, name: found.name, logo: found.logo, service: 'running' as const };
      world.settings = { ...world.settings, organisation, is_staff: false, roles: { authenticated: true }, acting_until: until };
      return { until };
    },
    { params: { id: ORGANISATION.id } },
  ),
  handle(endActing, ({ world }) => {
    world.settings = { ...world.settings, is_staff: true, roles: { authenticated: true, staff: true }, acting_until: null };
    return DONE;
  }),
  handle(getBotCheck, ({ world }) => world.botCheck),
  handle(login, ({ world, body }) => {
    world.botTokens.push(body.token);
    if (body.password !== 'right-password') throw new Refusal(401, 'credentials_invalid');
    world.signedIn = true;
    world.pending = world.secondFactor.active || world.secondFactor.mandatory;
    return { username: world.settings.username, user_id: world.settings.user_id };
  }),
  handle(logoutPost, ({ world }) => {
    world.signedIn = false;
    world.pending = false;
    return DONE;
  }),
  handle(setLocale, ({ world, body }) => {
    world.settings = { ...world.settings, locale: body.locale };
    return DONE;
  }),
  handle(currentOrganisation, ({ world }) => world.organisation),
  handle(listOrganisationOptions, ({ world }) => world.organisations.map(({ id, name, active }) => ({ id, name, active }))),
];
