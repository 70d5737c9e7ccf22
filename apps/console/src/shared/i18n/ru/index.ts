import { access } from './access.ts';
import { activity } from './activity.ts';
import { apiToken } from './api-token.ts';
import { common } from './common.ts';
import { create } from './create.ts';
import { errors, faults, reasons, repositoryFaults } from './errors.ts';
import { events } from './events.ts';
import { identity } from './identity.ts';
import { password } from './password.ts';
import { profile } from './profile.ts';
import { settings } from './settings.ts';
import { tasks } from './tasks.ts';
import { twoFactor } from './two-factor.ts';

export const ru = {
  common,
  access,
  events,
  tasks,
  create,
  errors,
  faults,
  reasons,
  repositoryFaults,
  password,
  settings,
  profile,
  twoFactor,
  activity,
  apiToken,
  identity,
};
