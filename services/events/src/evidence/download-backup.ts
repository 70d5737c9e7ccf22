import { Injectable, StreamableFile } from '@nestjs/common';
import { BYTES_TYPE, SPREADSHEET_TYPE } from '@leakwatch/contracts';
import { type Caller, Database, NotFound, scopeOf } from '@leakwatch/platform';
import { hideSecrets } from '@leakwatch/matching';
import { ReadMasked } from '../detectors/read-masked.ts';
import { RecordReveal } from '../reveals/record-reveal.ts';
import { oneEvent } from '../leak-events/event-list.read-model.ts';
import { backupWorkbook } from './workbook/backup-workbook.ts';
import { attachment, documentFileName, safeFileName } from './file-name.domain.ts';
import { keptText } from './kept-text.ts';
import { OpenContent } from './open-content.ts';

/** The beginning of an id is enough to tell files apart. */
const ID_LETTERS = 8;

@Injectable()
export class DownloadBackup {
  constructor(
    private readonly database: Database,
    private readonly contents: OpenContent,
    private readonly masked: ReadMasked,
    private readonly reveals: RecordReveal,
  ) {}

  /** A spreadsheet of the event with the kept text, both masked: it is passed on. Throws what OpenContent throws. */
  async spreadsheet(id: string, caller: Caller): Promise<StreamableFile> {
    const found = await this.contents.find(id, caller);
    const { event, detectors } = await this.masked.for(caller, async (em, viewer) => ({
      event: await oneEvent(em, id, viewer),
      ...viewer,
    }));
    if (event === undefined) throw new NotFound();
    const { utf8 } = keptText(found, await this.contents.open(found.content));
    const { text } = await hideSecrets(detectors, Buffer.from(utf8.buffer, utf8.byteOffset, utf8.byteLength).toString('utf8'));
    const { text: excerpt } = await hideSecrets(detectors, found.event.excerpt);
    const file = await backupWorkbook({ event, excerpt, text, content: found.content, original: found.original }, caller.locale);
    const name = `leakwatch-event-${id.slice(0, ID_LETTERS)}.xlsx`;
    return new StreamableFile(file, { type: SPREADSHEET_TYPE, disposition: attachment(name), length: file.length });
  }

  /**
   * The bytes as they were captured: of the file in which the document was found, where that was kept. It is recorded as a reveal before
   * they are returned. Throws too_many_requests and what OpenContent throws.
   */
  async original(id: string, caller: Caller): Promise<StreamableFile> {
    await this.reveals.allow(caller);
    const { event, content, original } = await this.contents.find(id, caller);
    const bytes = await this.contents.open(original ?? content);
    await this.database.inScope(scopeOf(caller), (em) => this.reveals.record(em, id, 'original', caller));
    const nameOf = original === undefined ? documentFileName : safeFileName;
    const name = nameOf(event.path, `leakwatch-event-${id.slice(0, ID_LETTERS)}.txt`);
    return new StreamableFile(bytes, { type: BYTES_TYPE, disposition: attachment(name), length: bytes.length });
  }
}
