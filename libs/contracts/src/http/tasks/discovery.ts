import { DISCOVERED_MAX } from '@leakwatch/rules';
import { z } from 'zod';
import type { RouteErrorCode } from '../../errors.ts';
import { defineRoute } from '../../route.ts';
import { repositoryBody } from './task-body.ts';

/** Hosts that list the repositories of an account; for a custom host the addresses are typed. */
export const DISCOVERY_SOURCES = ['github', 'gitlab'] as const;

const shape = repositoryBody.shape;

/** The five fields of a task's repository, and others that help a person to choose. */
export const discoveredRepository = z.object({
  repo_title: shape.repo_title,
  repo_url: z.string().max(2000),
  repo_default_branch: shape.repo_default_branch,
  git_remote_url: z.string().max(2000),
  repo_remote_source: z.enum(DISCOVERY_SOURCES),
  is_fork: z.boolean(),
  is_archived: z.boolean(),
  /** The host reports that it has no commit. */
  is_empty: z.boolean(),
  /** Why it cannot be monitored (a code of the address rules), with empty addresses; null when it can. */
  fault: z.enum(['invalid_url', 'transport_refused']).nullable(),
});
export type DiscoveredRepository = z.output<typeof discoveredRepository>;

/** Why a discovery failed (docs/decisions/0015-discovery-of-repositories.md). */
export const DISCOVERY_FAILURES = [
  'discovery_not_found',
  'discovery_running',
  'discovery_rate_limited',
  'discovery_unavailable',
  'discovery_timeout',
  'discovery_refused',
  'discovery_broken_answer',
] as const satisfies readonly RouteErrorCode[];
export type DiscoveryFailure = (typeof DISCOVERY_FAILURES)[number];

export const discoverRepositories = defineRoute({
  method: 'POST',
  path: '/api/discovery/{source_type}/',
  service: 'crawler',
  access: 'user',
  changesState: true,
  onlyAnswers: true,
  summary: 'List public repositories of an account; until the list is complete the answer is 425 discovery_running: repeat the call',
  params: z.object({ source_type: z.enum(DISCOVERY_SOURCES) }),
  body: z.object({
    account_name: z.string().trim().min(1).max(255),
    is_organisation: z.boolean().default(true),
    /** Optional; it must be the same as in the path. */
    source_type: z.enum(DISCOVERY_SOURCES).optional(),
  }),
  answer: z.array(discoveredRepository).max(DISCOVERED_MAX),
  errors: [
    'discovery_not_found',
    'discovery_running',
    'discovery_rate_limited',
    'discovery_unavailable',
    'discovery_timeout',
    'discovery_refused',
    'discovery_broken_answer',
    'discovery_account_invalid',
    'not_in_organisation',
    'organisation_inactive',
    'organisation_expired',
  ],
});
