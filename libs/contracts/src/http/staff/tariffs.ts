import { TARIFF_NAME_MAX, TARIFF_NUMBER_MAX, TARIFF_NUMBERS, type TariffNumber } from '@leakwatch/rules';
import { TARIFF_TYPES } from '@leakwatch/vocabulary';
import { z } from 'zod';
import { nameOf } from '../../name.ts';
import { done, editVersion, idParams, page, pageQuery, seenVersion, sortBy } from '../../paging.ts';
import { defineRoute } from '../../route.ts';

/** A number of a tariff: at least 1. */
const limit = (field: TariffNumber) => z.number().int().min(1).max(TARIFF_NUMBER_MAX[field]);

const tariffBody = z.object({
  name: nameOf(TARIFF_NAME_MAX),
  task_limit: limit('task_limit'),
  pattern_limit: limit('pattern_limit'),
  patterns_per_task_limit: limit('patterns_per_task_limit'),
  time_limit_total_months: limit('time_limit_total_months'),
});

/** Days, as a number or as the console sends a duration: `3 00:00:00`. */
const days = z.preprocess(
  (sent) => (typeof sent === 'string' && /^\d{1,4}( 00:00:00)?$/.test(sent) ? Number.parseInt(sent, 10) : sent),
  limit('time_limit_per_launch'),
);
const countLaunchBody = tariffBody.extend({ launch_limit: limit('launch_limit'), time_limit_per_launch: days });

const tariffParams = z.object({ type: z.enum(TARIFF_TYPES), id: z.uuid() });
const tariff = z.object({
  id: z.uuid(),
  name: z.string(),
  task_limit: z.number().int(),
  pattern_limit: z.number().int(),
  patterns_per_task_limit: z.number().int(),
  time_limit_total_months: z.number().int(),
  /** Only for count_launch. */
  launch_limit: z.number().int().nullable(),
  /** In days; only for count_launch. */
  time_limit_per_launch: z.number().int().nullable(),
  version: editVersion,
});
/** A tariff as staff see it, with the number of organisations that use it. */
const tariffRow = tariff.extend({ organisations: z.number().int().nonnegative() });
export type TariffRow = z.output<typeof tariffRow>;

/** Columns that the lists can be sorted by. */
export const TARIFF_SORTS = ['name', ...TARIFF_NUMBERS.count_launch] as const;

const listQuery = pageQuery.extend({
  /** A part of the name, in any letter case. */
  name: z.string().trim().max(TARIFF_NAME_MAX).default(''),
  /** Only the tariff that this organisation uses. */
  company: z.uuid().optional(),
  sort: sortBy(TARIFF_SORTS),
});

export const listTariffs = defineRoute({
  method: 'GET',
  path: '/api/control/tariffs/',
  service: 'admin',
  access: 'staff',
  changesState: false,
  summary: 'List the tariffs of both types, by name',
  query: listQuery,
  answer: z.object({ all_inclusive: page(tariffRow), count_launch: page(tariffRow) }),
  errors: [],
});

export const listTariffsOfType = defineRoute({
  method: 'GET',
  path: '/api/control/tariffs/{type}/',
  service: 'admin',
  access: 'staff',
  changesState: false,
  summary: 'List the tariffs of a type, by name',
  params: z.object({ type: z.enum(TARIFF_TYPES) }),
  query: listQuery,
  answer: page(tariffRow),
  errors: [],
});

export const createTariff = defineRoute({
  method: 'POST',
  path: '/api/control/tariffs/all_inclusive/',
  service: 'admin',
  access: 'staff',
  changesState: true,
  summary: 'Create an all-inclusive tariff',
  body: tariffBody,
  answer: z.object({ id: z.uuid() }),
  errors: ['tariff_exists'],
});

export const createCountLaunchTariff = defineRoute({
  method: 'POST',
  path: '/api/control/tariffs/count_launch/',
  service: 'admin',
  access: 'staff',
  changesState: true,
  summary: 'Create a tariff that counts launches',
  body: countLaunchBody,
  answer: createTariff.answer,
  errors: ['tariff_exists'],
});

export const getTariff = defineRoute({
  method: 'GET',
  path: '/api/control/tariffs/{type}/{id}/',
  service: 'admin',
  access: 'user',
  changesState: false,
  summary: 'Get a tariff; a customer only that of the own organisation',
  params: tariffParams,
  answer: tariff,
  errors: [],
});

export const changeTariff = defineRoute({
  method: 'PATCH',
  path: '/api/control/tariffs/all_inclusive/{id}/',
  service: 'admin',
  access: 'staff',
  changesState: true,
  summary: 'Change an all-inclusive tariff, for every organisation that uses it',
  params: idParams,
  body: tariffBody.partial().extend(seenVersion),
  answer: done,
  errors: ['tariff_exists', 'changed_meanwhile'],
});

export const changeCountLaunchTariff = defineRoute({
  method: 'PATCH',
  path: '/api/control/tariffs/count_launch/{id}/',
  service: 'admin',
  access: 'staff',
  changesState: true,
  summary: 'Change a tariff that counts launches, for every organisation that uses it',
  params: idParams,
  body: countLaunchBody.partial().extend(seenVersion),
  answer: done,
  errors: ['tariff_exists', 'changed_meanwhile'],
});

export const deleteTariff = defineRoute({
  method: 'DELETE',
  path: '/api/control/tariffs/{type}/{id}/',
  service: 'admin',
  access: 'staff',
  changesState: true,
  summary: 'Delete a tariff that no organisation uses',
  params: tariffParams,
  answer: done,
  errors: ['tariff_in_use'],
});
