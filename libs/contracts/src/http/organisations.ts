import { TARIFF_TYPES } from '@leakwatch/vocabulary';
import { z } from 'zod';
import { defineRoute } from '../route.ts';

const name = z.string().trim().min(1).max(200);
export const organisationOption = z.object({ id: z.uuid(), name: z.string(), active: z.boolean() });

export const listOrganisationOptions = defineRoute({
  method: 'GET',
  path: '/api/control/organisations/full/',
  service: 'admin',
  access: 'staff',
  changesState: false,
  summary: 'List organisations, active ones first',
  answer: z.array(organisationOption),
  errors: [],
});

export const createOrganisation = defineRoute({
  method: 'POST',
  path: '/api/control/organisations/',
  service: 'admin',
  access: 'staff',
  changesState: true,
  summary: 'Create an organisation',
  body: z.object({
    name,
    description: z.string().max(2000).default(''),
    tariff_type: z.enum(TARIFF_TYPES),
    tariff: z.uuid(),
    active: z.boolean().default(true),
    trusted: z.boolean().default(true),
    starts_at: z.iso.datetime().optional(),
    expires_at: z.iso.datetime().optional(),
    /** Whether its users must have a second factor. */
    two_factor_users: z.boolean().default(false),
    /** Whether its users may get notifications in Telegram. */
    is_telegram_notification_on: z.boolean().default(false),
  }),
  answer: z.object({ id: z.uuid() }),
  errors: ['organisation_exists', 'tariff_not_found'],
});

/** An organisation as its users see it. */
export const company = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  active: z.boolean(),
  trusted: z.boolean(),
  tariff_type: z.enum(TARIFF_TYPES),
  tariff: z.object({
    id: z.uuid(),
    name: z.string(),
    task_limit: z.number().int(),
    pattern_limit: z.number().int(),
    patterns_per_task_limit: z.number().int(),
    launch_limit: z.number().int().nullable(),
    /** In days. */
    time_limit_per_launch: z.number().int().nullable(),
    time_limit_total_months: z.number().int(),
  }),
  starts_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
});
export type Company = z.output<typeof company>;

export const currentOrganisation = defineRoute({
  method: 'GET',
  path: '/api/organisation/',
  service: 'admin',
  access: 'user',
  changesState: false,
  summary: "Get the caller's organisation with its tariff",
  answer: company.nullable(),
  errors: [],
});
