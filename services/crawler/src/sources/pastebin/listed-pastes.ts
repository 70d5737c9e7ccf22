import { z } from 'zod';
import { UpstreamError } from '../../accounts/upstream-error.ts';
import { shownTitle } from '../shown-title.ts';
import type { Reference } from '../unit-source.port.ts';

/** A string of digits; a number where Pastebin should begin to send numbers. */
const number = z.coerce.string().regex(/^\d{1,15}$/);
const isPage = (text: string) => URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);

/** Pastebin gives every field as a string. */
const listed = z.array(
  z.object({
    key: z.string().regex(/^[A-Za-z0-9]{1,32}$/),
    date: number,
    size: number,
    full_url: z.string().max(300).refine(isPage),
    title: z.string().nullish(),
    user: z.string().nullish(),
  }),
);
export type ListedPaste = z.output<typeof listed>[number];

/** What `fetch` needs of a paste. */
export const pasteHint = z.object({ key: z.string(), size: z.number().int(), path: z.string(), url: z.string() });
export type PasteHint = z.output<typeof pasteHint>;

/** @throws UpstreamError broken_answer */
export function readList(body: Uint8Array): readonly ListedPaste[] {
  const read = z
    .string()
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue({ code: 'custom' });
        return z.NEVER;
      }
    })
    .pipe(listed)
    .safeParse(new TextDecoder().decode(body));
  if (!read.success) throw new UpstreamError('broken_answer', { text: 'the list of pastes has another shape' });
  return read.data;
}

/** A paste has one text. Its owner may edit it, which shows in the date or the size. */
export function referenceOf(paste: ListedPaste): Reference {
  const title = shownTitle(paste.title ?? '', paste.key);
  const hint: PasteHint = { key: paste.key, size: Number(paste.size), path: title, url: paste.full_url };
  return {
    key: paste.key,
    version: `${paste.date}:${paste.size}`,
    container: { key: paste.key, title, url: paste.full_url, owner: paste.user ?? '' },
    hint,
  };
}
