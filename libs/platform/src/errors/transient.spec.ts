import { describe, expect, it } from '@jest/globals';
import { ConnectionLost, connectionError } from './connection-lost.ts';
import { LeakwatchError, Unavailable } from './leakwatch-error.ts';
import { isRolledBack, isTransient } from './transient.ts';

const withCode = (code: string) => Object.assign(new Error('of a dependency'), { code });

describe('whether an error is transient', () => {
  it.each([
    ['a service that is away', new Unavailable()],
    ['what another service answered with 503', new LeakwatchError('unavailable', 503)],
    ['PostgreSQL that shuts down', withCode('57P01')],
    ['a connection that PostgreSQL refuses for lack of resources', withCode('53300')],
    ['a deadlock', withCode('40P01')],
    ['a port where nothing listens', withCode('ECONNREFUSED')],
    ['a lost connection', new ConnectionLost(new Error('whatever the driver says'))],
    ['one of these below another error', new Error('query failed', { cause: withCode('08006') })],
  ])('yes: %s', (_, error) => expect(isTransient(error)).toBe(true));

  it.each([
    ['a text that quotes the error of a lost connection', new Error('Connection terminated unexpectedly')],
    ['a finding whose name is what Redis answers while it loads', new Error('LOADING Redis is loading the dataset in memory')],
    ['a refusal', new LeakwatchError('not_found', 404)],
    ['a violated constraint', withCode('23505')],
    ['no error', 'Connection terminated'],
  ])('no: %s', (_, error) => expect(isTransient(error)).toBe(false));

  it('a transaction was rolled back for another one only with these codes', () => {
    expect(['40001', '40P01', '40002', '57014'].filter((code) => isRolledBack(withCode(code)))).toEqual(['40001', '40P01']);
  });

  it('an error of the driver is a lost connection, a fault of the program stays one', () => {
    expect(connectionError(new Error('Connection terminated'))).toBeInstanceOf(ConnectionLost);
    const fault = new TypeError('x is not a function');
    expect(connectionError(fault)).toBe(fault);
  });
});
