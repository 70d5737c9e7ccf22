import type { z } from 'zod';

export const SERVICES = ['gateway', 'admin', 'tasks', 'crawler', 'events', 'reports'] as const;
export type ServiceName = (typeof SERVICES)[number];

/**
 * Who may call a route.
 * public: no session; half: the password was given, the second factor may be due; user: signed in;
 * staff: signed in and staff; service: another service of this installation, never through the gateway.
 */
export const ROUTE_ACCESS = ['public', 'half', 'user', 'staff', 'service'] as const;
export type RouteAccess = (typeof ROUTE_ACCESS)[number];

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** How long the gateway and the console wait for the beginning of an answer, in milliseconds. */
export const ANSWER_MS = 30_000;
/** The same for calls that change up to 100,000 rows at once. */
export const LONG_ANSWER_MS = 120_000;

/** The media type of an .xlsx file. */
export const SPREADSHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/**
 * One row of the route table. The gateway forwards, guards, throttles and documents from it,
 * the service that owns it checks requests against it, the console takes its types from it.
 */
export interface Route {
  readonly method: Method;
  /** As the documents spell it, `{name}` for a parameter, with the trailing slash. Served without it too. */
  readonly path: string;
  /** Which service answers; `gateway` composes the answer itself. */
  readonly service: ServiceName;
  readonly access: RouteAccess;
  /**
   * Never by an API token: with it a leaked one could take the account over. Routes for the half signed in are so
   * without saying it.
   */
  readonly sessionOnly?: true;
  /** Whether it changes state: such a call passes the CSRF door, whatever its method. */
  readonly changesState: boolean;
  readonly summary: string;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Rules read the body's texts and name what is wrong with them, U+0000 among it; else it is refused before them. */
  readonly bodyLeavesNul?: true;
  /** JSON when not given; a form's files are read as they stream in, without `body`. */
  readonly bodyType?: 'multipart/form-data';
  readonly answer: z.ZodType;
  /** `ANSWER_MS` when not given. */
  readonly answerMs?: number;
  /** JSON when not given; of a stream `answer` is one message, of a file nothing is checked. */
  readonly answerType?: 'text/event-stream' | typeof SPREADSHEET_TYPE;
  /** Stable codes that this route answers beside those every route may (see errors.ts). */
  readonly errors: readonly string[];
}

/** Declares a route and keeps its schemas' types. */
export function defineRoute<const R extends Route>(route: R): R {
  return route;
}

type OutputOf<S> = S extends z.ZodType ? z.output<S> : undefined;

/** What a handler receives once the request was checked. */
export interface InputOf<R extends Route> {
  readonly params: OutputOf<R['params']>;
  readonly query: OutputOf<R['query']>;
  readonly body: OutputOf<R['body']>;
}

/** Keys that may be left out of what is sent are those that the schema's input may lack. */
type Sent<I, O> = {
  readonly [K in keyof O as K extends keyof I ? (undefined extends I[K] ? never : K) : K]: O[K];
} & { readonly [K in keyof O as K extends keyof I ? (undefined extends I[K] ? K : never) : never]?: O[K] | undefined };
type SentTo<S> = S extends z.ZodType ? Sent<z.input<S>, z.output<S>> : never;

/** The query that a caller may send: without the values that have a default. */
export type QueryOf<R extends Route> = SentTo<R['query']>;
/** The body that a caller may send: without the values that have a default. */
export type BodyOf<R extends Route> = SentTo<R['body']>;
/** What stands in the path. */
export type ParamsOf<R extends Route> = SentTo<R['params']>;

export type AnswerOf<R extends Route> = z.output<R['answer']>;
