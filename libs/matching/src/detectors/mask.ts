import type { MaskStyle } from './detector.ts';

/** Characters of a token that are shown: enough to find it at the vendor, too few to guess it. */
const SHOWN_END = 3;
/** A shorter value shows no end. */
const LONG = 16;
/** The longest mark that is shown before a token. */
const SHOWN_MARK = 14;
/** What a mask takes of a name or an address. */
const MASK_MAX = 80;

const CUT = '…';

/** A token after its mark; without a mark its first two characters. */
function maskToken(text: string, mark: string): string {
  const head = text.startsWith(mark) && mark !== '' ? mark.slice(0, SHOWN_MARK) : text.slice(0, 2);
  const rest = text.length - head.length;
  return `${head}${CUT}${rest >= LONG ? text.slice(-SHOWN_END) : ''}`;
}

/** What is shown of a found value instead of the value. PostgreSQL takes no half of a character, so none is left. */
export const maskText = (text: string, style: MaskStyle, mark: string, tail = ''): string =>
  Buffer.from(masked(text, style, mark, tail)).toString();

function masked(text: string, style: MaskStyle, mark: string, tail: string): string {
  switch (style) {
    case 'token':
      return maskToken(text, mark);
    case 'address':
      return text.replace(/:[^:/]*@/, `:${CUT}@`).slice(0, MASK_MAX);
    case 'assignment':
      return `${(/^[^:=,>|?]*(?:=>|:=|[!=]={1,2}|\|\||\?\?|[:=,>])\s*/.exec(text)?.[0] ?? '').slice(0, MASK_MAX)}${CUT}${text.endsWith('</') ? '</' : ''}`;
    case 'behind':
      return `${mark.slice(0, MASK_MAX)}${CUT}${tail}`;
    case 'card': {
      const digits = text.replaceAll(/\D/g, '');
      return `${digits.slice(0, 6)}${CUT}${digits.slice(-4)}`;
    }
    case 'ending':
      return `${CUT}${text.slice(-2)}`;
    case 'whole':
      return CUT;
    case 'none':
      return text.slice(0, MASK_MAX);
  }
}
