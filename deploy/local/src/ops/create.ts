import { createAccount, createCountLaunchTariff, createOrganisation, createTariff, type Route } from '@leakwatch/contracts';
import { CannotStart } from '../cannot-start.ts';
import { Refused } from '../demo/console-client.ts';
import { signInAsStaff } from '../demo/staff-client.ts';
import type { OpsCommand } from './command.ts';

/** The objects that can be created from a terminal. */
const MADE_BY: Readonly<Record<string, Route>> = {
  'all-inclusive-tariff': createTariff,
  'count-launch-tariff': createCountLaunchTariff,
  organisation: createOrganisation,
  account: createAccount,
};

const USAGE = `Name what to make: npm run ops -- create <${Object.keys(MADE_BY).join(' | ')}> field=value ...`;

/** `limit=5` is a number, `active=false` a boolean, everything else text. */
function valueOf(text: string): string | number | boolean {
  if (/^\d{1,10}$/.test(text)) return Number(text);
  return text === 'true' || text === 'false' ? text === 'true' : text;
}

/** Creates a tariff, an organisation or an account through the API, as the installation's first staff account. Prints the id. */
export const create: OpsCommand['run'] = async ({ say, staff }, [what = '', ...fields]) => {
  const route = MADE_BY[what];
  if (route?.body === undefined) throw new CannotStart(USAGE);
  const broken = fields.find((field) => !/^\w+=/.test(field));
  if (broken !== undefined) throw new CannotStart(`"${broken}" is no field=value`);
  const texts = Object.fromEntries(fields.map((field) => [field.slice(0, field.indexOf('=')), field.slice(field.indexOf('=') + 1)]));
  // Only fields that are not text are read as numbers or booleans: a password of digits stays text.
  const refused = new Set(route.body.safeParse(texts).error?.issues.map((issue) => String(issue.path[0])));
  const body = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, refused.has(name) ? valueOf(text) : text]));
  const checked = route.body.safeParse(body);
  if (!checked.success) throw new CannotStart(checked.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'));
  try {
    const client = await signInAsStaff(staff());
    say(await client.create(route.path, body));
  } catch (error) {
    if (error instanceof Refused) throw new CannotStart(`Refused: ${error.code}`);
    throw error;
  }
};
