import { generateToken, internalResolveToken, listActivity } from '@leakwatch/contracts';
import { asService, sha256Hex } from '@leakwatch/platform';
import { callerHeaders } from '@leakwatch/testing';
import { makePerson, type Person, type TestAdmin } from '../fixtures/person.fixture.ts';

export const generate = async (person: Person): Promise<string> =>
  generateToken.answer.parse((await person.call('POST', '/api/control/auth-tokens/generate/')).answer).token;

/** Resolves a token as the gateway does. */
export async function resolveIn(admin: TestAdmin, token: string, address = '192.0.2.1') {
  const reply = await admin.app.inject({
    method: 'POST',
    url: '/internal/auth-tokens/resolve/',
    headers: callerHeaders({ ...asService('gateway', 'request-1'), address, user_agent: 'curl' }),
    payload: { hash: sha256Hex(token) },
  });
  if (reply.statusCode !== 200) return { status: reply.statusCode };
  return internalResolveToken.answer.parse(reply.json());
}

/** What happened to a person's account. */
export const kindsOf = async (person: Person) =>
  listActivity.answer.parse((await person.call('GET', '/api/activity/?limit=100')).answer).results.map(({ kind }) => kind);

export async function signedInTo(admin: TestAdmin): Promise<Person> {
  const person = await makePerson(admin);
  await person.signIn();
  return person;
}
