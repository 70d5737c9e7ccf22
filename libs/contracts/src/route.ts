import type { z } from 'zod';
import type { RouteErrorCode } from './errors.ts';

export const SERVICES = ['gateway', 'admin', 'tasks', 'crawler', 'events', 'reports'] as const;
export type ServiceName = (typeof SERVICES)[number];

/**
 * Who may call a route.
 * public: everybody; pending: a sign-in whose second factor is due, or a signed-in account; user: signed in;
 * staff: signed in and staff; service: another service of this installation, never through the gateway.
 */
export const ROUTE_ACCESS = ['public', 'pending', 'user', 'staff', 'service'] as const;
export type RouteAccess = (typeof ROUTE_ACCESS)[number];

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** How long the gateway and the console wait for the first byte of an answer, in milliseconds. */
export const ANSWER_MS = 30_000;
/** The same for calls that change up to 100,000 rows at once. */
export const LONG_ANSWER_MS = 120_000;

/** The media type of an .xlsx file. */
export const SPREADSHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
export const CSV_TYPE = 'text/csv';
export const JSON_TYPE = 'application/json';
export const SARIF_TYPE = 'application/sarif+json';
/** Bytes that no browser shows or runs. */
export const BYTES_TYPE = 'application/octet-stream';

/** Logos are stored as PNG, whatever was uploaded. */
export const LOGO_TYPE = 'image/png';

/**
 * One row of the route table. The gateway guards, forwards and documents calls by it, the service that owns the route checks
 * requests against it, and the console takes its types from it.
 */
export interface Route {
  readonly method: Method;
  /** With `{name}` for a parameter and a trailing slash. The route is served without the slash too. */
  readonly path: string;
  /** The service that answers; `gateway` composes the answer itself. */
  readonly service: ServiceName;
  readonly access: RouteAccess;
  /**
   * Refuses API tokens: with this route a leaked token could take the account over. Routes with the access `pending` refuse them
   * always.
   */
  readonly sessionOnly?: true;
  /**
   * While staff work in an organisation's name, calls for users are made in that name, except: `self`, which the account makes for itself,
   * because it is about the account; `refused`, because staff could not do it for an organisation otherwise.
   */
  readonly acting?: 'self' | 'refused';
  /** Whether the call changes state: it then needs the CSRF token, whatever its method. */
  readonly changesState: boolean;
  /** Set where `changesState` is true for the sake of the token alone: a caller that leaves before the answer loses nothing. */
  readonly onlyAnswers?: true;
  readonly summary: string;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Largest body in bytes. 16 KiB by default, 1 MiB for calls between services; a larger bound states its reason. */
  readonly bodyBytes?: number;
  /** Set where rules check the texts of the body and report U+0000 themselves; otherwise a body with it is refused before. */
  readonly bodyLeavesNul?: true;
  /** JSON by default; files of a form are read as they are received, without `body`. */
  readonly bodyType?: 'multipart/form-data';
  readonly answer: z.ZodType;
  /** `ANSWER_MS` by default. */
  readonly answerMs?: number;
  /** JSON by default. For a stream `answer` is the schema of one message; a file is not checked. */
  readonly answerType?: 'text/event-stream' | typeof SPREADSHEET_TYPE | typeof BYTES_TYPE | typeof LOGO_TYPE;
  /** Further media types of a file, each with the schema of its content. */
  readonly otherAnswers?: Readonly<Record<string, z.ZodType>>;
  /** Stable error codes of this route, in addition to those of every route (errors.ts); `not_found` where the query or body names an object. */
  readonly errors: readonly (RouteErrorCode | 'not_found')[];
}

/** Declares a route with the types of its schemas. */
export function defineRoute<const R extends Route>(route: R): R {
  return route;
}

type OutputOf<S> = S extends z.ZodType ? z.output<S> : undefined;

/** What a handler receives after the request was checked. */
export interface InputOf<R extends Route> {
  readonly params: OutputOf<R['params']>;
  readonly query: OutputOf<R['query']>;
  readonly body: OutputOf<R['body']>;
}

/** Optional keys are those that the schema's input allows to be absent. */
type Sent<I, O> = {
  readonly [K in keyof O as K extends keyof I ? (undefined extends I[K] ? never : K) : K]: O[K];
} & { readonly [K in keyof O as K extends keyof I ? (undefined extends I[K] ? K : never) : never]?: O[K] | undefined };
type SentTo<S> = S extends z.ZodType ? Sent<z.input<S>, z.output<S>> : never;

/** The query that a caller sends; values with a default are optional. */
export type QueryOf<R extends Route> = SentTo<R['query']>;
/** The body that a caller sends; values with a default are optional. */
export type BodyOf<R extends Route> = SentTo<R['body']>;
/** The parameters of the path. */
export type ParamsOf<R extends Route> = SentTo<R['params']>;

export type AnswerOf<R extends Route> = z.output<R['answer']>;
