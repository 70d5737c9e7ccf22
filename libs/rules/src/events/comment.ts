import { COMMENT_MAX } from '../limits.ts';

/** Faults of the text of a comment; the console has a text for each. */
export const COMMENT_FAULTS = ['comment_empty', 'comment_too_long'] as const;
export type CommentFault = (typeof COMMENT_FAULTS)[number];

/** Something that is seen: not only white space, marks of direction and characters without width. */
const VISIBLE = /[^\s\p{Cc}\p{Cf}]/u;

/** The text of a comment as it is stored, or its fault. Blank lines and spaces around it are removed. */
export function readComment(typed: string): { readonly text: string } | { readonly fault: CommentFault } {
  const text = typed.replaceAll('\r\n', '\n').trim();
  if (!VISIBLE.test(text)) return { fault: 'comment_empty' };
  return Array.from(text).length > COMMENT_MAX ? { fault: 'comment_too_long' } : { text };
}
