import { endAccountSessions } from '@leakwatch/contracts';
import { CannotStart } from '../cannot-start.ts';
import { Refused } from '../demo/console-client.ts';
import { signInAsStaff } from '../demo/staff-client.ts';
import type { OpsCommand } from './command.ts';

/** Ends every session and API token of an account, or of all accounts, as the installation's first staff account. */
export const endSessions: OpsCommand['run'] = async ({ say, staff }, [whose = '', ...rest]) => {
  const body = endAccountSessions.body?.safeParse(whose === '--everyone' ? { everyone: true } : { email: whose });
  if (!body?.success || rest.length > 0) throw new CannotStart('Name whose: npm run ops -- end-sessions <e-mail | --everyone>');
  try {
    const client = await signInAsStaff(staff());
    const { count } = endAccountSessions.answer.parse(await client.post(endAccountSessions.path, body.data));
    say(`Sessions and tokens ended; accounts: ${count}.`);
  } catch (error) {
    if (error instanceof Refused) throw new CannotStart(`Refused: ${error.code}`);
    throw error;
  }
};
