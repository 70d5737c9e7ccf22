import { z } from 'zod';
import { defineMessage } from './envelope.ts';

/**
 * An account as a member of an organisation, whole after each change; `version` rises with each. A deleted or deactivated account is a member of
 * none. No message follows the one about its deletion.
 */
export const memberChangesV1 = defineMessage({
  topic: 'member-changes.v1',
  keyOf: (member) => member.account_id,
  schema: z.object({
    account_id: z.uuid(),
    version: z.number().int(),
    /** null: a member of no organisation. */
    organisation_id: z.uuid().nullable(),
    /** The username; empty for an account that is a member of none. */
    name: z.string(),
  }),
});
export type MemberChange = z.output<typeof memberChangesV1.schema>;
