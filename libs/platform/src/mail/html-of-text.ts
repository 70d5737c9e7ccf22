import { escapeHtml } from './escape-html.ts';
import type { MailLogo } from './mail.port.ts';

/** The name of the picture inside the mail: a mail program loads nothing from elsewhere. */
export const LOGO_CID = 'logo@leakwatch';
/** A logo is stored with up to 256 pixels on a side: shown at half of it, it is sharp on every screen. In pixels. */
const LOGO_HEIGHT = 64;

/** The text of a mail as HTML, line by line, below the logo. A line that is an address of the console becomes a link. */
export function htmlOfText(text: string, { console }: Pick<MailLogo, 'console'>): string {
  const lines = text.split(/\r?\n/).map((line) => (isAddressOf(line, console) ? linkTo(line) : escapeHtml(line)));
  return [
    '<!doctype html><html><head><meta charset="utf-8"></head><body style="font-family: sans-serif; font-size: 14px; line-height: 1.5">',
    `<p><img src="cid:${LOGO_CID}" alt="" height="${LOGO_HEIGHT}"></p>`,
    `<p>${lines.join('<br>\n')}</p>`,
    '</body></html>',
  ].join('\n');
}

/** By origin: an address that only begins with the same letters belongs to somebody else. */
function isAddressOf(line: string, console: string): boolean {
  return /^https?:\/\/\S+$/.test(line) && URL.canParse(line) && new URL(line).origin === new URL(console).origin;
}

const linkTo = (address: string): string => `<a href="${escapeHtml(new URL(address).href)}">${escapeHtml(address)}</a>`;
