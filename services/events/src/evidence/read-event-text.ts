import { Inject, Injectable } from '@nestjs/common';
import { type EventText, type InputOf, type readEventText, TEXT_PAGE_BYTES } from '@leakwatch/contracts';
import { hideSecrets } from '@leakwatch/matching';
import { type Caller, SETTINGS } from '@leakwatch/platform';
import { ReadMasked } from '../detectors/read-masked.ts';
import { requireReveal } from '../reveals/record-reveal.ts';
import type { EventsSettings } from '../settings.ts';
import { keptText } from './kept-text.ts';
import { OpenContent } from './open-content.ts';
import { pageOf, pageStarts, readPage } from './text-pages.domain.ts';

const DAY_MS = 86_400_000;

@Injectable()
export class ReadEventText {
  constructor(
    private readonly contents: OpenContent,
    private readonly masked: ReadMasked,
    @Inject(SETTINGS) private readonly settings: Pick<EventsSettings, 'EVIDENCE_DAYS'>,
  ) {}

  /**
   * A page of the kept text; the last one instead of a later one. With `revealed` it is unmasked, and throws Forbidden `reveal_needed` unless
   * the caller revealed the event. Throws what OpenContent throws.
   */
  async run(id: string, { page, revealed = false }: InputOf<typeof readEventText>['query'], caller: Caller): Promise<EventText> {
    const found = await this.contents.find(id, caller);
    const detectors = await this.masked.for(caller, async (em, viewer) => {
      if (revealed) await requireReveal(em, id, caller);
      return viewer.detectors;
    });
    const { content, original } = found;
    const { utf8, places } = keptText(found, await this.contents.open(content));
    const starts = pageStarts(utf8, TEXT_PAGE_BYTES);
    const number = Math.min(page ?? pageOf(starts, places[0]?.start ?? 0), starts.length - 1);
    const read = readPage(utf8, starts, places, number);
    const hidden = revealed ? null : await hideSecrets(detectors, read.page.text);
    return {
      text_full: hidden?.text ?? read.page.text,
      page: number,
      pages: starts.length,
      first_line: content.first_line + read.page.linesBefore,
      continues_line: read.page.continuesLine,
      places: read.places.map((place) => (hidden === null || place.page !== number ? place : { ...place, ...hidden.rangeOf(place) })),
      bytes: content.bytes,
      kept_bytes: content.kept_bytes,
      sha256: content.hash,
      captured_at: content.captured_at.toISOString(),
      address: content.address,
      expires_at: new Date(content.kept_at.getTime() + this.settings.EVIDENCE_DAYS * DAY_MS).toISOString(),
      original: original === undefined ? null : { bytes: original.bytes, sha256: original.hash },
    };
  }
}
