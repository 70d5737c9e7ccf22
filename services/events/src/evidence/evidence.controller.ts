import { Controller } from '@nestjs/common';
import { downloadEventBackup, downloadEventOriginal, type InputOf, readEventText } from '@leakwatch/contracts';
import { type Caller, FromCaller, FromRequest, Serves } from '@leakwatch/platform';
import { DownloadBackup } from './download-backup.ts';
import { FewAtOnce } from './few-at-once.ts';
import { ReadEventText } from './read-event-text.ts';

/** Each holds up to 16 MiB of content several times over; a spreadsheet of that takes about 150 MB. */
const AT_ONCE = 2;
/** Callers behind them wait for some seconds at most. */
const MAY_WAIT = 30;

@Controller()
export class EvidenceController {
  private readonly few = new FewAtOnce(AT_ONCE, MAY_WAIT);

  constructor(
    private readonly texts: ReadEventText,
    private readonly download: DownloadBackup,
  ) {}

  @Serves(readEventText)
  getText(@FromRequest() { params, query }: InputOf<typeof readEventText>, @FromCaller() caller: Caller) {
    return this.few.run(() => this.texts.run(params.id, query, caller));
  }

  @Serves(downloadEventBackup)
  getBackup(@FromRequest() { params }: InputOf<typeof downloadEventBackup>, @FromCaller() caller: Caller) {
    return this.few.run(() => this.download.spreadsheet(params.id, caller));
  }

  @Serves(downloadEventOriginal)
  getOriginal(@FromRequest() { params }: InputOf<typeof downloadEventOriginal>, @FromCaller() caller: Caller) {
    return this.few.run(() => this.download.original(params.id, caller));
  }
}
