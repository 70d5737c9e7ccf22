import { LeakwatchError } from '@leakwatch/platform';
import { LOGO_SIDE_MAX, LOGO_STORED_SIDE, logoFormat } from '@leakwatch/rules';
import sharp from 'sharp';
import { limitConcurrency } from '../passwords/limit-concurrency.ts';

// One image at a time and in one thread: decoding takes memory outside the heap, up to the bound of LOGO_SIDE_MAX.
sharp.concurrency(1);
sharp.cache(false);
const oneAtATime = limitConcurrency(1);
/** An image within the bounds is decoded and scaled in less than a second. */
const SECONDS = 10;

const refuse = (code: string, details?: Record<string, number>) => new LeakwatchError(code, 400, details === undefined ? {} : { details });

/**
 * Decodes a PNG or JPG and makes a new PNG of its pixels, so that nothing else of the file is stored: no metadata, no second
 * format behind the first. Throws LeakwatchError logo_format, logo_dimensions or logo_broken.
 */
export async function encodeLogo(bytes: Uint8Array): Promise<Uint8Array> {
  const format = logoFormat(bytes);
  // sharp reads other formats too, among them SVG, which can refer to files and addresses.
  if (format === null) throw refuse('logo_format');
  return oneAtATime(async () => {
    const open = () => sharp(bytes, { limitInputPixels: LOGO_SIDE_MAX ** 2, failOn: 'error', sequentialRead: true });
    // Reads the header alone.
    const found = await sharp(bytes, { limitInputPixels: false })
      .metadata()
      .catch(() => {
        throw refuse('logo_broken');
      });
    if (found.format !== format) throw refuse('logo_format');
    if (found.width > LOGO_SIDE_MAX || found.height > LOGO_SIDE_MAX) throw refuse('logo_dimensions', { side: LOGO_SIDE_MAX });
    const size = { width: LOGO_STORED_SIDE, height: LOGO_STORED_SIDE, fit: 'inside', withoutEnlargement: true } as const;
    return open()
      .timeout({ seconds: SECONDS })
      .autoOrient()
      .resize(size)
      .png()
      .toBuffer()
      .catch(() => {
        throw refuse('logo_broken');
      });
  });
}
