import * as contracts from '@leakwatch/contracts';

// node --conditions=source print-contracts.ts: what the browser gets of the contracts, as JSON by name.

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;

const isPlain = (value: unknown): boolean =>
  ['string', 'number', 'boolean'].includes(typeof value) ||
  (Array.isArray(value) && value.every(isPlain)) ||
  (isRecord(value) && Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isPlain));

/** A route's method, path and time limit, and what says that a POST changes nothing; a constant as it is; nothing of a schema or a function. */
function toLight(value: unknown): unknown {
  if (isRecord(value) && 'answer' in value && 'path' in value) {
    const { method, path, answerMs, changesState, onlyAnswers } = value;
    return { method, path, answerMs, onlyAnswers, ...(method !== 'GET' && changesState === false && { changesState }) };
  }
  return isPlain(value) ? value : undefined;
}

process.stdout.write(JSON.stringify(Object.fromEntries(Object.entries(contracts).map(([name, value]) => [name, toLight(value)]))));
