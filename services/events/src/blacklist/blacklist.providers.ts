import { BlacklistEvents } from './blacklist-events.ts';
import { CountEvents } from './count-events.ts';
import { CreateRule } from './create-rule.ts';
import { DeleteRule } from './delete-rule.ts';
import { UpdateRule } from './update-rule.ts';

/** What the blacklist needs in the module. */
export const blacklistProviders = [CreateRule, UpdateRule, DeleteRule, CountEvents, BlacklistEvents];
