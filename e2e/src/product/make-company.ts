import { asConsole, ask, type Cookies, signIn } from './api.ts';
import { PASSWORD } from './product.ts';

export interface Company {
  readonly name: string;
  readonly email: string;
  readonly taskLimit: number;
  /** Users of the organisation must have a second factor. */
  readonly twoFactor?: true;
  /** Further fields of the organisation. */
  readonly organisation?: {
    readonly active?: boolean;
    readonly starts_at?: string;
    readonly expires_at?: string;
    readonly is_telegram_notification_on?: boolean;
  };
}

/** An organisation with a tariff and an account of its own, made by staff. Returns the account's cookies. */
export async function makeCompany(base: string, staff: Cookies, company: Company): Promise<Cookies> {
  const create = async (path: string, body: object): Promise<string> => {
    const answer = await ask(base, 'POST', path, asConsole(staff, body));
    if (typeof answer.body === 'object' && answer.body !== null && 'id' in answer.body) return String(answer.body.id);
    throw new Error(`${path}: ${answer.status} ${answer.code}`);
  };
  const tariff = await create('/api/control/tariffs/all_inclusive/', {
    name: `${company.name}'s`,
    task_limit: company.taskLimit,
    pattern_limit: 100,
    patterns_per_task_limit: 50,
    time_limit_total_months: 12,
  });
  const organisation = await create('/api/control/organisations/', {
    name: company.name,
    tariff_type: 'all_inclusive',
    tariff,
    two_factor_users: company.twoFactor === true,
    ...company.organisation,
  });
  await create('/api/control/accounts/', {
    email: company.email,
    username: company.name.toLowerCase(),
    default_password: PASSWORD,
    company: organisation,
  });
  return signIn(base, company.email, PASSWORD);
}
