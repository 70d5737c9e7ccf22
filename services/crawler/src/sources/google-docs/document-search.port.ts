import type { Access } from '../../accounts/access.port.ts';

/** Where a search looks: all of Google's documents, or those of one kind. */
export const SEARCH_SITES = {
  all: ['docs.google.com', 'drive.google.com'],
  document: ['docs.google.com/document'],
  spreadsheets: ['docs.google.com/spreadsheets'],
  presentation: ['docs.google.com/presentation'],
  forms: ['docs.google.com/forms'],
  drive: ['drive.google.com'],
} as const;
export type SearchSite = keyof typeof SEARCH_SITES;

export interface DocumentQuery {
  /** Phrases that a result contains. */
  readonly phrases: readonly string[];
  readonly site: SearchSite;
  /** Documents that the search learnt of, or saw changed, in so many days; null for all. */
  readonly days: number | null;
  /** Of the first result, from 1. */
  readonly start: number;
}

export interface DocumentHit {
  readonly title: string;
  readonly link: string;
}

export interface FoundDocuments {
  readonly hits: readonly DocumentHit[];
  /** An estimate of the search. */
  readonly total: number;
  readonly hasNext: boolean;
}

/**
 * A search engine that knows public documents of Google. Google's own for programs ends on 2027-01-01
 * (docs/decisions/0051-google-documents.md), so another one may take its place.
 */
export interface DocumentSearch {
  /** The most results that it gives of a query, and of a page. */
  readonly cap: number;
  readonly perPage: number;
  /** @throws UpstreamError */
  search(query: DocumentQuery, access: Access, signal: AbortSignal): Promise<FoundDocuments>;
}
