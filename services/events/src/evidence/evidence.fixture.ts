import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventText, type Finding, findingsV1 } from '@leakwatch/contracts';
import { type Caller, CONSUMER, type KeyRing, outgoing, rows, SCHEDULER, sql, Vault } from '@leakwatch/platform';
import { createTestEnvironment } from '@leakwatch/testing';
import { FolderStage } from '../../../crawler/src/evidence/folder-stage.fixture.ts';
import { claimContents } from '../../../crawler/src/evidence/kept-contents.ts';
import { PurgeDeletedEvents } from '../deletion/purge-deleted-events.ts';
import { makeOwner, openEvents } from '../events.fixture.ts';
import { makeFinding } from '../intake/findings.fixture.ts';
import { OBJECTS } from './objects.ts';
import { ResealContents } from './reseal-contents.ts';
import { SweepEvidence } from './sweep-evidence.ts';

const DAY_MS = 86_400_000;

type Of = Pick<Finding, 'organisation_id' | 'task_id'>;

/** The events service, and the crawler's own keeping of content beside it. */
export async function openEvidence() {
  const environment = await createTestEnvironment();
  const events = await openEvents(environment);
  const crawler = await FolderStage.open(environment);
  const files = async (organisation: string): Promise<string[]> => {
    const folder = join(crawler.home, 'objects', 'evidence', organisation);
    const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
    return found.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
  };
  return {
    ...events,
    owner: () => makeOwner(events),
    /** Publishes findings of a document, as a crawler does: kept, then claimed in the transaction that publishes. */
    leak: async (of: Of, bytes: Uint8Array, changes: readonly Partial<Finding>[], original?: Uint8Array) => {
      const ranges = (change: Partial<Finding>) => change.byte_ranges ?? [];
      const first = Math.min(...changes.flatMap((change) => ranges(change).map(({ start }) => start)), bytes.length);
      const kept = await crawler.keep.run([{ organisation: of.organisation_id, bytes, original, first }]);
      const findings = changes.map((change) =>
        makeFinding({ ...of, ...change, content: kept.of(of.organisation_id, { bytes, original }, ranges(change)) }),
      );
      await crawler.database.inScope(SCHEDULER, (em) => claimContents(em, findings));
      await events.publish(findings.map((finding) => outgoing(findingsV1, finding)));
      await events.settled();
      return findings;
    },
    /** The stored files of an organisation. */
    files,
    readFiles: async (organisation: string) => Promise.all((await files(organisation)).map((path) => readFile(path))),
    sweep: () => events.app.get(SweepEvidence).run(),
    /** Seals what is kept again, as a process with these keys does. */
    reseal: (keys: KeyRing) =>
      new ResealContents(events.foundation.database, new Vault(keys), events.app.get(OBJECTS), events.foundation.logger).run(),
    /** Purges events that were deleted so many days ago. */
    purge: (days: number) => events.app.get(PurgeDeletedEvents).run(new Date(Date.now() + days * DAY_MS)),
    /** Content of an organisation was last found so many days ago. */
    age: (organisation: string, days: number) =>
      events.foundation.database.inScope(CONSUMER, (em) =>
        rows(em, sql`update events.evidence set kept_at = now() - make_interval(days => ${days}) where organisation_id = ${organisation}`),
      ),
    text: async (caller: Caller, id: string, query = '') =>
      eventText.parse((await events.get(caller, `/api/events/${id}/text/${query}`)).json()),
    close: async () => {
      await events.close();
      await crawler.close();
      await environment.drop();
    },
  };
}
