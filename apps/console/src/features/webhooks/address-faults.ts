import { WEBHOOK_ADDRESS_FAULTS } from '@leakwatch/rules';

/** Faults of an address, found here or by the service. */
export const ADDRESS_FAULTS = [...WEBHOOK_ADDRESS_FAULTS, 'address_refused'] as const;
