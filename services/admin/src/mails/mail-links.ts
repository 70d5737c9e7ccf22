import { Injectable } from '@nestjs/common';
import type { SqlEntityManager } from '@leakwatch/platform';
import type { MailLink } from './mail-kinds.ts';
import type { MailDetails } from './mail.entity.ts';

/** The code in the link of a mail that is about to be sent. */
export interface MailCode {
  /** sha256 of the code, hex: the code itself is only in the mail. */
  readonly hash: string;
  readonly mailId: string;
  /** Who gets the mail; empty for an address without an account. */
  readonly accountId: string;
  readonly link: MailLink;
  readonly details: MailDetails;
}

/** The codes of some kinds of link, which the module that serves the links stores. */
export interface MailCodes {
  /** Saves a code in the place of the code of an earlier delivery attempt. False when the link would no longer work. */
  readonly save: (em: SqlEntityManager, code: MailCode) => Promise<boolean>;
}

/** Modules register the codes of their links when the service starts, so that mails need not know these modules. */
@Injectable()
export class MailLinks {
  private readonly registered = new Map<MailLink, MailCodes>();

  register(links: readonly MailLink[], codes: MailCodes): void {
    for (const link of links) this.registered.set(link, codes);
  }

  save(em: SqlEntityManager, code: MailCode): Promise<boolean> {
    const codes = this.registered.get(code.link);
    if (codes === undefined) throw new Error(`no module serves links to /${code.link}`);
    return codes.save(em, code);
  }
}
