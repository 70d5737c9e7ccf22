import { deflateSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { LOGO_SIDE_MAX, LOGO_STORED_SIDE, logoFormat } from '@leakwatch/rules';
import { pngWith } from '@leakwatch/testing';
import fc from 'fast-check';
import sharp from 'sharp';
import { encodeLogo } from './encode-logo.ts';

const picture = (width: number, height: number) => sharp({ create: { width, height, channels: 4, background: '#2f5fc2' } });
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
const HTML = '<html><body><script>alert(1)</script></body></html>';
const text = (content: string) => new TextEncoder().encode(content);
const refusal = (bytes: Uint8Array) =>
  encodeLogo(bytes).then(
    () => 'encoded',
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  );

describe('a logo', () => {
  it.each([
    ['png', 40, 20, 40, 20],
    ['png', 1_024, 512, LOGO_STORED_SIDE, LOGO_STORED_SIDE / 2],
    ['jpeg', 300, 600, LOGO_STORED_SIDE / 2, LOGO_STORED_SIDE],
    ['jpeg', 1, 1, 1, 1],
    ['png', LOGO_SIDE_MAX, 1, LOGO_STORED_SIDE, 1],
  ] as const)('as %s of %s × %s becomes a PNG of %s × %s', async (format, width, height, storedWidth, storedHeight) => {
    const stored = await encodeLogo(await picture(width, height).toFormat(format).toBuffer());
    expect(logoFormat(stored)).toBe('png');
    expect(await sharp(stored).metadata()).toMatchObject({ format: 'png', width: storedWidth, height: storedHeight });
  });

  it('keeps nothing of the file but its pixels', async () => {
    const file = await picture(20, 20)
      .withExif({ IFD0: { Copyright: 'the-secret-camera' } })
      .jpeg()
      .toBuffer();
    const stored = Buffer.from(await encodeLogo(Buffer.concat([file, Buffer.from(`<?php echo 1; ?>${HTML}`)])));
    for (const part of ['the-secret-camera', '<?php', 'script']) expect(stored.includes(part)).toBe(false);
  });

  it.each([
    ['SVG', text(SVG), 'logo_format'],
    ['HTML', text(HTML), 'logo_format'],
    ['a GIF', text('GIF89a1234567890'), 'logo_format'],
    ['nothing', new Uint8Array(), 'logo_format'],
    ['only the signature', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a), 'logo_broken'],
    ['the beginning of a JPG, then HTML', Buffer.concat([Buffer.of(0xff, 0xd8, 0xff), text(HTML)]), 'logo_broken'],
  ])('%s is refused', async (_, bytes, code) => {
    expect(await refusal(bytes)).toBe(code);
  });

  it('WebP is refused, and a picture that ends in the middle', async () => {
    expect(await refusal(await picture(9, 9).webp().toBuffer())).toBe('logo_format');
    const noise = Buffer.from(Array.from({ length: 300 * 300 * 3 }, (_, at) => (at * 7919) % 251));
    const whole = await sharp(noise, { raw: { width: 300, height: 300, channels: 3 } })
      .png()
      .toBuffer();
    expect(await refusal(whole.subarray(0, whole.length / 2))).toBe('logo_broken');
  });

  it.each([
    [LOGO_SIDE_MAX + 1, 1],
    [1, LOGO_SIDE_MAX + 1],
    [60_000, 60_000],
    [2 ** 31 - 1, 2 ** 31 - 1],
  ])('a small file that says it is %s × %s is refused before it is decoded', async (width, height) => {
    const bomb = pngWith(width, height, deflateSync(Buffer.alloc(1_000_000)));
    expect(bomb.length).toBeLessThan(2_000);
    expect(['logo_dimensions', 'logo_broken']).toContain(await refusal(bomb));
  });

  it('whatever the bytes are: a PNG within the bounds, or a refusal of its own', async () => {
    const seed = await picture(30, 30).png().toBuffer();
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(seed.length - 1), fc.nat(255)), { maxLength: 6 }), async (changes) => {
        const bytes = new Uint8Array(seed);
        for (const [at, byte] of changes) bytes[at] = byte;
        const outcome = await refusal(bytes);
        expect(['encoded', 'logo_format', 'logo_dimensions', 'logo_broken']).toContain(outcome);
      }),
      { numRuns: 100 },
    );
  });
});
