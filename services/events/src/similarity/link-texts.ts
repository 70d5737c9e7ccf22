import { setTimeout } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { LiveTopic } from '@leakwatch/contracts';
import { nearnessOf, reaches, soughtOf } from '@leakwatch/matching';
import { CONSUMER, Database, LIVE, type LiveNotifier, LOGGER, type Logger, Schedule, type SqlEntityManager } from '@leakwatch/platform';
import {
  candidatesOf,
  keepFingerprints,
  keepLinks,
  type Link,
  lockLinking,
  type Sought,
  type StoredText,
  textsByKey,
  textsToLink,
} from './link-texts.store.ts';

/** How long after its intake an event begins to show others with nearly the same text. */
const PAUSE_MS = 2_000;
/** Texts of one transaction, about a tenth of a second: an intake of the same text waits for it. */
const PAGE = 100;
/** Pages of one round: a process that is stopped waits for its round. */
const PAGES = 5;
/** Rests after each page, in lengths of the page: the intake comes first, and links may be seconds late. */
const REST = 5;
/** Links that one text looks for, the nearest; later texts may add some to it. */
export const LINKS_MAX = 50;
/** Rows of the list show how many similar events there are. */
const COUNTS_CHANGED: readonly LiveTopic[] = ['events'];

const keyOf = (organisation: string, id: string) => `${organisation} ${id}`;

/**
 * Finds, of new texts, those that are nearly the same, page by page. It goes on where it was stopped: what is left to do stands in the rows.
 */
@Injectable()
export class LinkTexts extends Schedule {
  constructor(
    private readonly database: Database,
    @Inject(LIVE) private readonly live: LiveNotifier,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(logger);
  }

  @Interval(PAUSE_MS)
  tick(): Promise<void> {
    return this.once(async () => {
      await this.run();
    });
  }

  /** One round. Returns how many texts were linked. */
  async run(page = PAGE, pages = PAGES, rest = REST): Promise<number> {
    let linked = 0;
    const changed = new Set<string>();
    for (let left = pages; left > 0; left -= 1) {
      const begun = performance.now();
      const { texts, organisations } = await this.database.inScope(CONSUMER, (em) => this.linkPage(em, page));
      linked += texts;
      for (const organisation of organisations) changed.add(organisation);
      if (texts < page) break;
      await setTimeout((performance.now() - begun) * rest);
    }
    if (changed.size > 0) this.live.notify([...changed], COUNTS_CHANGED);
    return linked;
  }

  private async linkPage(em: SqlEntityManager, size: number) {
    const texts = (await lockLinking(em)) ? await textsToLink(em, size) : [];
    if (texts.length === 0) return { texts: 0, organisations: [] };
    const sought = texts.flatMap(({ organisation, id: text, fingerprints }): Sought[] =>
      [...soughtOf(Int32Array.from(fingerprints))].map((fingerprint) => ({ organisation, text, fingerprint })),
    );
    await keepFingerprints(em, sought);
    const links = await this.linksOf(em, texts, await candidatesOf(em, sought));
    await keepLinks(em, texts, links);
    return { texts: texts.length, organisations: links.map(({ organisation }) => organisation) };
  }

  private async linksOf(
    em: SqlEntityManager,
    texts: readonly StoredText[],
    pairs: readonly Omit<Link, 'resemblance'>[],
  ): Promise<readonly Link[]> {
    const others = new Map(pairs.map(({ organisation, other: id }) => [keyOf(organisation, id), { organisation, id }]));
    const loaded = await textsByKey(em, [...others.values()]);
    const known = new Map([...loaded, ...texts].map((text) => [keyOf(text.organisation, text.id), text]));
    const links = new Map<string, Link[]>();
    for (const pair of pairs) {
      const text = known.get(keyOf(pair.organisation, pair.text));
      const other = known.get(keyOf(pair.organisation, pair.other));
      const resemblance = text === undefined || other === undefined ? null : nearnessOf(text, other);
      if (resemblance === null) continue;
      const key = keyOf(pair.organisation, pair.text);
      links.set(key, [...(links.get(key) ?? []), { ...pair, resemblance }]);
    }
    const nearest = [...links.values()].flatMap((of) => of.sort((left, right) => right.resemblance - left.resemblance).slice(0, LINKS_MAX));
    return nearest
      .flatMap((link) => [link, { ...link, text: link.other, other: link.text }])
      .filter(({ organisation, text: from, other: to }) => {
        const [text, other] = [known.get(keyOf(organisation, from)), known.get(keyOf(organisation, to))];
        return text !== undefined && other !== undefined && reaches(text, other);
      });
  }
}
