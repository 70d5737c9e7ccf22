import { afterEach, expect, it } from '@jest/globals';
import { openGateway, type TestGateway } from '../gateway.fixture.ts';

let gateway: TestGateway | undefined;
afterEach(() => gateway?.close());

it.each([
  ['https://leakwatch.example', 'max-age=31536000'],
  ['http://leakwatch.example', undefined],
])('of %s browsers are asked to stay with https: %s', async (url, expected) => {
  gateway = await openGateway((_, response) => response.writeHead(200).end('{}'), { LEAKWATCH_PUBLIC_URL: url });
  for (const path of ['/', '/api/settings/', '/api/nothing/', '/livez'])
    expect((await gateway.inject({ method: 'GET', url: path })).headers['strict-transport-security']).toBe(expected);
});
