import { describe, expect, it } from '@jest/globals';
import { LeakwatchError } from '@leakwatch/platform';
import { findRoute } from './route-finder.ts';

const ID = '00000000-0000-4000-8000-000000000000';

/** The path of the route in the table, or the status of the refusal and the `allow` header. */
function found(method: string, path: string): string {
  let allow = '';
  const reply = { header: (_: string, value: string) => void (allow = value) };
  try {
    return findRoute(method, path, reply).path;
  } catch (error) {
    if (!(error instanceof LeakwatchError)) throw error;
    return `${error.status} ${allow}`.trim();
  }
}

describe('the route of a request', () => {
  it.each([
    ['GET', '/api/tasks/full/', '/api/tasks/full/'],
    ['GET', '/api/tasks/full', '/api/tasks/full/'],
    ['GET', `/api/tasks/${ID}/`, '/api/tasks/{id}/'],
    ['GET', '/api/control/tariffs/all_inclusive/', '/api/control/tariffs/{type}/'],
    ['POST', '/api/control/tariffs/all_inclusive/', '/api/control/tariffs/all_inclusive/'],
    ['GET', '/api/control/tariffs/all_inclusive/current_limits/', '/api/control/tariffs/{type}/current_limits/'],
    ['GET', `/api/control/tariffs/all_inclusive/${ID}/`, '/api/control/tariffs/{type}/{id}/'],
    ['PATCH', `/api/control/tariffs/all_inclusive/${ID}/`, '/api/control/tariffs/all_inclusive/{id}/'],
    // No route fits: the service names what is wrong.
    ['GET', '/api/tasks/no-id/', '/api/tasks/{id}/'],
  ])('%s %s is %s', (method, path, route) => expect(found(method, path)).toBe(route));

  it.each([
    ['PATCH', '/api/tasks/full/', '405 GET'],
    ['DELETE', '/api/control/tariffs/all_inclusive/current_limits/', '405 GET'],
    ['PUT', `/api/tasks/${ID}/`, '405 GET, PATCH, DELETE'],
    ['QUERY', '/api/tasks/', '405 GET, POST'],
    ['GET', '/api/nothing/', '404'],
    ['GET', '/internal/company/', '404'],
  ])('%s %s is refused with %s', (method, path, refusal) => expect(found(method, path)).toBe(refusal));
});
