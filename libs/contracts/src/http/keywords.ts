import { z } from 'zod';
import { defineRoute } from '../route.ts';

/** A larger set is refused: it is chosen in a dialog, and each word makes a pattern with every domain. */
export const MAX_KEYWORDS_IN_SET = 5000;

export const keywordGroup = z.object({
  id: z.uuid(),
  name: z.string(),
  keywords: z.array(z.object({ id: z.uuid(), name: z.string() })),
});

export const listKeywordGroups = defineRoute({
  method: 'GET',
  path: '/api/keywords/full/',
  service: 'admin',
  access: 'user',
  changesState: false,
  summary: 'List keyword groups',
  answer: z.array(keywordGroup),
  errors: [],
});

export const createKeywordSet = defineRoute({
  method: 'POST',
  path: '/api/keywords/',
  service: 'admin',
  access: 'staff',
  changesState: true,
  summary: 'Create a keyword set; lines that break the rules are dropped, counted and reported',
  body: z.object({ name: z.string().trim().min(1).max(200), keywords: z.array(z.string().max(1000)).max(MAX_KEYWORDS_IN_SET) }),
  /** 5,000 lines, most of them within the limit of a keyword; lines of up to 1,000 characters are dropped one by one. */
  bodyBytes: 6 * 1024 * 1024,
  answer: z.object({ id: z.uuid(), accepted: z.number().int(), dropped: z.array(z.string()) }),
  errors: ['keyword_set_exists', 'keyword_set_empty'],
});
