import type { Finding } from '@leakwatch/contracts';
import type { DescribedMatch } from '@leakwatch/matching';
import { CONSUMER, type Database } from '@leakwatch/platform';
import type { Pattern } from '@leakwatch/vocabulary';
import {
  type ArchivedDocument,
  type ArchiveStep,
  holdStep,
  placesOf,
  releaseStep,
  stillSought,
  writeDone,
} from '../archive/archive-search.store.ts';
import type { KeepFindings } from '../intake/keep-findings.ts';
import { archivedFinding, meetsName } from './archived-findings.ts';

/** Findings of one transaction, of about 10 KB each: an intake waits for it a fraction of a second. */
const FINDINGS = 200;
const PLACES = 500;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** What was done since the last commit. */
const nothing = () => ({ cursor: '', searched: 0, unread: 0, unchecked: 0 });

/**
 * Writes what a step finds, with the search's place, in one transaction at a time. Findings of a document that is not finished may be written
 * before: when the step is repeated they are known events.
 */
export class StepWriter {
  private findings: Finding[] = [];
  private done = nothing();

  constructor(
    private readonly database: Database,
    private readonly keep: Pick<KeepFindings, 'run'>,
    private readonly step: ArchiveStep,
    private readonly announce: (organisations: readonly string[]) => void,
  ) {}

  /** Findings of a document at each place where it was found. Throws StepLost. */
  async add(document: ArchivedDocument, matches: readonly DescribedMatch[], patterns: ReadonlyMap<string, Pattern>): Promise<void> {
    if (matches.length === 0) return;
    for (let after = FIRST_ID; ; ) {
      const places = await this.database.inScope(CONSUMER, (em) => placesOf(em, this.step, document.hash, after, PLACES));
      for (const place of places) {
        for (const match of matches) {
          const pattern = patterns.get(match.patternId);
          if (pattern === undefined || !meetsName(pattern, place.path)) continue;
          this.findings.push(archivedFinding(this.step, pattern, match, document, place));
          if (this.findings.length >= FINDINGS) await this.flush();
        }
      }
      const last = places.at(-1);
      if (last === undefined || places.length < PLACES) return;
      after = last.id;
    }
  }

  /** The document is done. */
  finish(hash: string, { unread = false, unchecked = false }: { readonly unread?: boolean; readonly unchecked?: boolean }): void {
    const { done } = this;
    this.done = {
      cursor: hash,
      searched: done.searched + 1,
      unread: done.unread + (unread ? 1 : 0),
      unchecked: done.unchecked + (unchecked ? 1 : 0),
    };
  }

  /** Up to this hash no other document is in scope. */
  passOver(hash: string): void {
    this.done = { ...this.done, cursor: hash };
  }

  /** Commits what was done. `leave`: the step is over. Throws StepLost, and then nothing of it is kept. */
  async flush({ leave = false } = {}): Promise<void> {
    const { findings, done, step } = this;
    const kept = await this.database.inScope(CONSUMER, async (em) => {
      await holdStep(em, step);
      const sought = await stillSought(em, step.id, [...new Set(findings.map(({ pattern }) => pattern.id))]);
      const result = await this.keep.run(
        em,
        findings.filter(({ pattern }) => sought.has(pattern.id)),
        'archive',
      );
      await writeDone(em, step, { ...done, found: result.created });
      if (leave) await releaseStep(em, step);
      return result;
    });
    this.findings = [];
    this.done = nothing();
    if (kept.organisations.length > 0) this.announce(kept.organisations);
  }
}
