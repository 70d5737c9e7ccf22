import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, Signer } from '@leakwatch/platform';
import { toString } from 'qrcode';
import type { AdminSettings } from '../settings.ts';

/**
 * The code of an invitation is derived from its id and the installation's key. The database has only the id and the code's
 * hash, so the link can be shown again to its owner, and cannot be read from the database.
 */
@Injectable()
export class Invitations {
  private readonly signer: Signer;

  constructor(@Inject(SETTINGS) settings: AdminSettings) {
    this.signer = new Signer(settings.LEAKWATCH_SIGNING_KEYS, 'telegram-invitation');
  }

  codeOf(request: string): string {
    return this.signer.sign(request);
  }

  /** The link that opens the bot with the code, and its QR image (SVG in base64). */
  async show(bot: string, request: string): Promise<{ invite_link: string; invite_qr: string }> {
    const link = `https://t.me/${bot}?start=${this.codeOf(request)}`;
    const svg = await toString(link, { type: 'svg', errorCorrectionLevel: 'M', margin: 2 });
    return { invite_link: link, invite_qr: Buffer.from(svg).toString('base64') };
  }
}
