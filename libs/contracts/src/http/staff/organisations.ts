import { ORGANISATION_DESCRIPTION_MAX, ORGANISATION_NAME_MAX, STORAGE_QUOTA_MAX } from '@leakwatch/rules';
import { TARIFF_TYPES } from '@leakwatch/vocabulary';
import { z } from 'zod';
import { logoAddress } from '../../logo-address.ts';
import { nameOf } from '../../name.ts';
import { done, editVersion, flag, idParams, page, pageQuery, seenVersion, sortBy } from '../../paging.ts';
import { defineRoute, LONG_ANSWER_MS } from '../../route.ts';

const name = nameOf(ORGANISATION_NAME_MAX);
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

const settings = {
  name,
  description: z.string().trim().max(ORGANISATION_DESCRIPTION_MAX),
  tariff_type: z.enum(TARIFF_TYPES),
  /** A tariff of that type. */
  tariff: z.uuid(),
  /** As the upload answered it; null for none. */
  logo: logoAddress.nullable(),
  active: z.boolean(),
  /** Whether its tasks start without confirmation by staff. */
  trusted: z.boolean(),
  /** Whether its users must have a second factor. */
  two_factor_users: z.boolean(),
  /** Whether its users may get notifications in Telegram. */
  is_telegram_notification_on: z.boolean(),
  /** Storage of mirrors and kept content, in gigabytes; null for the quota of the installation. */
  storage_quota_gb: z.number().int().min(1).max(STORAGE_QUOTA_MAX).nullable(),
  starts_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  /** Whether the end was chosen; otherwise it follows from the start and the term of the tariff, and `expires_at` is ignored. */
  custom_time_limitations: z.boolean(),
};

export const createOrganisation = defineRoute({
  method: 'POST',
  path: '/api/control/organisations/',
  service: 'admin',
  access: 'staff',
  changesState: true,
  summary: 'Create an organisation',
  body: z.object({
    ...settings,
    description: settings.description.default(''),
    logo: settings.logo.default(null),
    active: settings.active.default(true),
    trusted: settings.trusted.default(true),
    two_factor_users: settings.two_factor_users.default(false),
    is_telegram_notification_on: settings.is_telegram_notification_on.default(false),
    storage_quota_gb: settings.storage_quota_gb.default(null),
    /** Now by default. */
    starts_at: settings.starts_at.optional(),
    expires_at: settings.expires_at.optional(),
    /** By default true with `expires_at`, false without. */
    custom_time_limitations: settings.custom_time_limitations.optional(),
  }),
  answer: z.object({ id: z.uuid() }),
  errors: ['organisation_exists', 'organisation_invalid', 'tariff_not_found', 'logo_not_found'],
});

/** An organisation as staff edit it. */
const organisationDetail = z.object({
  id: z.uuid(),
  ...settings,
  name: z.string(),
  description: z.string(),
  logo: z.string().nullable(),
  version: editVersion,
});
export type OrganisationDetail = z.output<typeof organisationDetail>;

export const getOrganisation = defineRoute({
  method: 'GET',
  path: '/api/control/organisations/{id}/',
  service: 'admin',
  access: 'staff',
  changesState: false,
  summary: 'Get an organisation',
  params: idParams,
  answer: organisationDetail,
  errors: [],
});

export const changeOrganisation = defineRoute({
  method: 'PATCH',
  path: '/api/control/organisations/{id}/',
  service: 'admin',
  access: 'staff',
  changesState: true,
  summary: 'Change the named fields of an organisation',
  params: idParams,
  body: z.object(settings).partial().extend(seenVersion),
  answer: done,
  errors: ['organisation_exists', 'organisation_invalid', 'tariff_not_found', 'logo_not_found', 'changed_meanwhile'],
});

export const deleteOrganisation = defineRoute({
  method: 'DELETE',
  path: '/api/control/organisations/{id}/',
  service: 'admin',
  access: 'staff',
  changesState: true,
  summary: 'Delete an organisation with its tasks, events and reports, and with `cascade` its accounts too',
  params: idParams,
  query: z.object({ cascade: flag.default(false) }),
  answer: done,
  errors: ['service_account_exists'],
  // Its accounts and service accounts are changed one by one.
  answerMs: LONG_ANSWER_MS,
});

/** Columns that the list can be sorted by. */
export const ORGANISATION_SORTS = ['name', 'expires_at'] as const;

const listQuery = pageQuery.extend({
  /** A part of the name, in any letter case. */
  name: z.string().trim().max(ORGANISATION_NAME_MAX).default(''),
  sort: sortBy(ORGANISATION_SORTS),
});

/** An organisation in the list of staff. */
const listedOrganisation = z.object({
  id: z.uuid(),
  name: z.string(),
  tariff_type: z.enum(TARIFF_TYPES),
  /** The name. */
  tariff: z.string(),
  logo: z.string().nullable(),
  active: z.boolean(),
  trusted: z.boolean(),
  starts_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  users: z.number().int().nonnegative(),
});
/** null while the service that counts is away. */
const count = z.number().int().nonnegative().nullable();
const organisationRow = listedOrganisation.extend({ tasks: count, events: count });
export type OrganisationRow = z.output<typeof organisationRow>;

export const listOrganisations = defineRoute({
  method: 'GET',
  path: '/api/control/organisations/',
  service: 'gateway',
  access: 'staff',
  changesState: false,
  summary: 'List organisations with the numbers of their users, tasks and events; active ones first',
  query: listQuery,
  answer: page(organisationRow),
  errors: [],
});

/** The list without what other services count. */
export const internalOrganisations = defineRoute({
  method: 'GET',
  path: '/internal/organisations/',
  service: 'admin',
  access: 'service',
  changesState: false,
  summary: 'List organisations with the numbers of their users',
  query: listQuery,
  answer: page(listedOrganisation),
  errors: [],
});

/** An organisation as its users see it. */
export const company = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  /** The address of the logo. */
  logo: z.string().nullable(),
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

/** The gateway adds the launches, which the tasks service counts. */
export const companyWithUse = company.extend({
  /** Launches that were used of the tariff; 0 for a tariff that counts none, null while the tasks service does not answer. */
  launch_count: z.number().int().nullable(),
});

export const currentOrganisation = defineRoute({
  method: 'GET',
  path: '/api/organisation/',
  service: 'gateway',
  access: 'user',
  changesState: false,
  summary: "Get the caller's organisation with its tariff",
  answer: companyWithUse.nullable(),
  errors: [],
});

export const internalCompany = defineRoute({
  method: 'GET',
  path: '/internal/company/',
  service: 'admin',
  access: 'service',
  changesState: false,
  summary: "Get the caller's organisation with its tariff",
  answer: company.nullable(),
  errors: [],
});
