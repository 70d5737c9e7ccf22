import {
  type AnswerOf,
  currentLimits,
  type currentOrganisation,
  type getProfile,
  internalCompany,
  internalProfile,
} from '@leakwatch/contracts';
import { Injectable } from '@nestjs/common';
import { type Caller, LeakwatchError, ServiceClients } from '@leakwatch/platform';
import { PART_MS, whenAway } from './when-away.ts';

/** For a tasks service that does not answer, or has not received a new organisation's tariff yet. */
function whenUnknown(error: unknown): { launch_count: null } {
  if (error instanceof LeakwatchError && error.code === 'tariff_missing') return { launch_count: null };
  return whenAway({ launch_count: null })(error);
}

/** The caller's profile and organisation: from admin, with the launches that the tasks service counts. */
@Injectable()
export class ComposeCompany {
  constructor(private readonly services: ServiceClients) {}

  async profile(caller: Caller): Promise<AnswerOf<typeof getProfile>> {
    const profile = await this.services.call(internalProfile, { ...caller, service: 'gateway' });
    return { ...profile, company: await this.withUse(profile.company, caller) };
  }

  async organisation(caller: Caller): Promise<AnswerOf<typeof currentOrganisation>> {
    return this.withUse(await this.services.call(internalCompany, { ...caller, service: 'gateway' }), caller);
  }

  private async withUse(company: AnswerOf<typeof internalCompany>, caller: Caller): Promise<AnswerOf<typeof currentOrganisation>> {
    if (company === null) return null;
    if (company.tariff_type === 'all_inclusive') return { ...company, launch_count: 0 };
    const part = { params: { type: company.tariff_type }, withinMs: PART_MS };
    const { launch_count } = await this.services.call(currentLimits, caller, part).catch(whenUnknown);
    return { ...company, launch_count };
  }
}
