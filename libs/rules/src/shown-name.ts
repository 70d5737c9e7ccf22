/** Soft hyphens, spaces without width, marks of the writing direction and the byte-order mark. The joiners of Persian and of emoji are not among them. */
const UNSEEN = /[\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;

/**
 * A name as lists show it: without what nobody sees, and with single spaces. Two names that look the same are equal then, and none is empty to
 * the eye or turns the text beside it around.
 */
export const shownName = (typed: string): string => typed.replace(UNSEEN, '').replace(/\s+/gu, ' ').trim();
