import {
  changeCountLaunchTariff,
  changeTariff,
  createCountLaunchTariff,
  createTariff,
  deleteTariff,
  getTariff,
  listTariffsOfType,
  type TariffRow,
} from '@leakwatch/contracts';
import type { TariffType } from '@leakwatch/vocabulary';
import { handle } from '../../../mock/handle.ts';
import { mockId } from '../../../mock/ids.ts';
import { accepted, DONE, notFound, pageOf, Refusal } from '../../../mock/replies.ts';
import type { World } from '../../../mock/world.ts';

type Numbers = Omit<TariffRow, 'id' | 'organisations' | 'version'>;

function add(world: World, type: TariffType, body: Numbers): { id: string } {
  if (world.tariffs[type].some(({ name }) => name === body.name)) throw new Refusal(409, 'tariff_exists');
  const id = mockId(9, 100 + world.sent.length);
  world.sent.push(body);
  world.tariffs[type] = [...world.tariffs[type], { ...body, id, organisations: 0, version: 1 }];
  return { id };
}

type Sent = { readonly [K in keyof (Numbers & { version: number })]?: (Numbers & { version: number })[K] | undefined };

function change(world: World, type: TariffType, id: string, sent: Sent): typeof DONE {
  const stored = world.tariffs[type].find((one) => one.id === id);
  if (stored === undefined) throw notFound();
  const { fields: body, version } = accepted(stored, sent);
  world.sent.push(body);
  const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
  world.tariffs[type] = world.tariffs[type].map((one) => (one.id === id ? { ...one, ...given, version } : one));
  return DONE;
}

const NUMBERS = { task_limit: 1, pattern_limit: 2, patterns_per_task_limit: 3, time_limit_total_months: 4 };

export const HANDLERS = [
  handle(
    listTariffsOfType,
    ({ world, params, query }) => {
      const found = world.tariffs[params.type].filter(({ name }) => name.toLowerCase().includes(query.name.toLowerCase()));
      return pageOf(found, query);
    },
    { params: { type: 'all_inclusive' } },
  ),
  handle(
    getTariff,
    ({ world, params: { type, id } }) => {
      const stored = world.tariffs[type].find((one) => one.id === id);
      if (stored === undefined) throw notFound();
      const { organisations: _organisations, ...tariff } = stored;
      return tariff;
    },
    { params: { type: 'all_inclusive', id: mockId(9, 1) } },
  ),
  handle(createTariff, ({ world, body }) => add(world, 'all_inclusive', { ...body, launch_limit: null, time_limit_per_launch: null }), {
    body: { name: 'Pilot', ...NUMBERS },
  }),
  handle(createCountLaunchTariff, ({ world, body }) => add(world, 'count_launch', body), {
    body: { name: 'Trial launches', ...NUMBERS, launch_limit: 5, time_limit_per_launch: 6 },
  }),
  handle(changeTariff, ({ world, params, body }) => change(world, 'all_inclusive', params.id, body), {
    params: { id: mockId(9, 1) },
    body: { task_limit: 2 },
  }),
  handle(changeCountLaunchTariff, ({ world, params, body }) => change(world, 'count_launch', params.id, body), {
    params: { id: mockId(9, 51) },
    body: { launch_limit: 2 },
  }),
  handle(
    deleteTariff,
    ({ world, params: { type, id } }) => {
      const found = world.tariffs[type].find((one) => one.id === id);
      if (found === undefined) throw notFound();
      if (found.organisations > 0) throw new Refusal(409, 'tariff_in_use', { details: { organisations: found.organisations } });
      world.tariffs[type] = world.tariffs[type].filter((one) => one.id !== id);
      return DONE;
    },
    { params: { type: 'all_inclusive', id: mockId(9, 2) } },
  ),
];
