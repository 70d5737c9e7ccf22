import type { AnswerOf, InputOf, Route } from '@leakwatch/contracts';
import type { World } from './world.ts';

/** A call that the route's schemas accepted: parameters of the path, query and body are as the service would get them. */
export interface Call<R extends Route = Route> extends InputOf<R> {
  readonly world: World;
}

/** A call that the mock answers, for the test that holds each answer against its schema. */
export interface Sample {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly body?: object;
  /** What the world must be like for the call to succeed. */
  readonly world?: (world: World) => unknown;
}

export interface Handler {
  readonly route: Route;
  readonly answer: (call: Call) => unknown;
  readonly sample: Sample;
}

/** Answers the calls of a route in the mock server. A route that needs more than its address needs a sample. */
export function handle<R extends Route>(route: R, answer: (call: Call<R>) => AnswerOf<R>, sample?: Sample): Handler;
export function handle(route: Route, answer: (call: Call) => unknown, sample: Sample = {}): Handler {
  return { route, answer, sample };
}
