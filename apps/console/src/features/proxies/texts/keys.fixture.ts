import { PROXY_FAULTS } from '@leakwatch/rules';
import { BLOCK_REASONS, POOL_CHECK_STATES, PROXY_STATES, PROXY_STEPS, PROXY_TYPES, SERVICE_ACCOUNT_STEPS } from '@leakwatch/vocabulary';
import { FILTERED_STATES } from '../use-proxy-filters.ts';

/** Keys put together in code, and every value that can stand at their end; those of shared/pool too. */
export const KEYS = {
  'pool.proxy_state.': PROXY_STATES,
  'pool.check.state.': POOL_CHECK_STATES,
  'pool.reason.': BLOCK_REASONS,
  'pool.action.': [...SERVICE_ACCOUNT_STEPS.filter((step) => step !== 'company_changed'), 'delete'],
  'proxies.with_state.': FILTERED_STATES,
  'proxies.type.': PROXY_TYPES,
  'proxies.fault.': PROXY_FAULTS,
  'proxies.done.': [...PROXY_STEPS, 'delete'],
  'proxies.not_done.': [...PROXY_STEPS, 'delete'],
};
