import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findingsV1 } from '@leakwatch/contracts';
import { type Bus, type KeyRing, setting } from '@leakwatch/platform';
import { CannotStart } from '../cannot-start.ts';
import { Home, newSecret } from '../home.ts';
import type { OpsCommand, OpsStage } from './command.ts';
import { sealedValues } from './sealed-values.ts';

/** For how long the end of a rotation waits until the events service has handled what was published before. */
const WAIT_MS = 60_000;
const LOOK_MS = 250;

/** docs/operating.md, "Keys". May be stopped at any time: an older key is forgotten only when nothing needs it. */
export const rotateKeys: OpsCommand['run'] = async (stage, args) => {
  const { settings, say } = stage;
  const home = new Home(resolve(settings.LEAKWATCH_HOME));
  const kept = Home.kept(home.path);
  const given = settings.LEAKWATCH_SIGNING_KEYS ?? settings.LEAKWATCH_SEALING_KEYS;
  if (given !== undefined || kept === undefined || home.holder() === undefined)
    throw new CannotStart('The keys of this installation are settings: docs/operating.md, "Keys", says in which order they are changed.');
  const rings = [setting.keyRing.parse(kept.signingKeys), setting.keyRing.parse(kept.sealingKeys)] as const;
  const finishes = args[0] === '--finish';
  if (finishes) await assertUnneeded(stage, home, rings[1]);
  else if (rings.some((ring) => ring.length > 1))
    throw new CannotStart('First finish the last rotation: npm run ops -- rotate-keys --finish');
  const [signingKeys, sealingKeys] = rings.map((ring) => setting.spellKeys(finishes ? [ring[0]] : withNext(ring)));
  home.keepSecrets({ ...kept, signingKeys: signingKeys ?? kept.signingKeys, sealingKeys: sealingKeys ?? kept.sealingKeys });
  say('The running services are restarted with the stored keys, one after the other.');
};

function withNext(ring: KeyRing): KeyRing {
  const version = (ring[0].version % 255) + 1;
  return [{ version, secret: newSecret() }, ...ring];
}

/** Throws CannotStart while something is, or may yet be, stored that an older key sealed. */
async function assertUnneeded({ bus, databaseUrl }: OpsStage, home: Home, [current]: KeyRing): Promise<void> {
  if (Home.running(home.path)?.sealingKey !== current.version)
    throw new CannotStart('Not every service has the new keys yet: try again in a minute.');
  if (!(await isHandled(bus)))
    throw new CannotStart('The events service has not handled every finding yet, or has dead letters: see npm run ops -- lag events');
  let older = 0;
  for (const counts of (await sealedValues(databaseUrl)).values())
    for (const [version, count] of counts) if (version !== current.version) older += count;
  if (older > 0)
    throw new CannotStart(`${older} values are not sealed with the new key yet: try again in a minute, and see npm run ops -- keys`);
}

/** Findings refer to content by the key that sealed it. */
async function isHandled(bus: Bus): Promise<boolean> {
  const dead = await bus.deadLetters('events');
  if (dead.some(({ topic }) => topic === findingsV1.topic)) return false;
  for (const deadline = Date.now() + WAIT_MS; Date.now() < deadline; await sleep(LOOK_MS)) if ((await bus.lag('events')) === 0) return true;
  return false;
}
