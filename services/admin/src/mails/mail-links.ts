import { Injectable } from '@nestjs/common';
import type { SqlEntityManager } from '@leakwatch/platform';
import type { MailLink } from './mail-kinds.ts';
import type { MailDetails } from './mail.entity.ts';

/** The code in the link of a mail that is about to be sent. */
export interface MailCode {
  /** sha256 of the code, hex: the code itself is only in the mail. */
  readonly hash: string;
  readonly mailId: string;
  /** Who gets the mail. */
  readonly accountId: string;
  readonly details: MailDetails;
}

/** Saves a code in the place of the code of an earlier delivery attempt. False when the link would no longer work. */
export type SaveMailCode = (em: SqlEntityManager, code: MailCode) => Promise<boolean>;

/** How the codes of each kind of link are saved; the module that serves the link registers it when the service starts. */
@Injectable()
export class MailLinks {
  private readonly savers = new Map<MailLink, SaveMailCode>();

  register(link: MailLink, save: SaveMailCode): void {
    this.savers.set(link, save);
  }

  save(em: SqlEntityManager, link: MailLink, code: MailCode): Promise<boolean> {
    const save = this.savers.get(link);
    if (save === undefined) throw new Error(`no module serves links to /${link}`);
    return save(em, code);
  }
}
