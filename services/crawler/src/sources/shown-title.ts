/** A longer title is cut: it is a path of an event. */
const TITLE_CHARACTERS = 300;

/**
 * A title that people gave a document, in one line, as the path of its events. `!/` is divided: it would begin the path of something inside the document,
 * and what is inside is part of an event's identity, unlike titles.
 */
export const shownTitle = (title: string, otherwise: string): string =>
  title.replaceAll(/\s+/g, ' ').replaceAll('!/', '! /').trim().slice(0, TITLE_CHARACTERS) || otherwise;
