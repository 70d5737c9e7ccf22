import { DigestLeader } from './digest-leader.ts';
import { DigestSchedule } from './digest-schedule.ts';
import { HandDigests } from './hand-digests.ts';
import { MakeDigests } from './make-digests.ts';
import { SendDigests } from './send-digests.ts';

export const digestProviders = [DigestLeader, MakeDigests, SendDigests, HandDigests, DigestSchedule];
