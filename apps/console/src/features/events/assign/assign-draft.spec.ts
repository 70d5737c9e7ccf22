import { expect, test } from '@jest/globals';
import { makeEvent } from '../../../../mock/data/events.ts';
import { changesOf, draftOf, NONE } from './assign-draft.ts';

const event = makeEvent(2, { assignee: { id: 'a', name: 'anna' }, due_date: '2026-12-01', reason: null });
const one = draftOf({ events: [event], everything: null, count: 1 });
const several = draftOf({ events: [event, makeEvent(3)], everything: null, count: 2 });

test('the dialog begins with the values of one event, and with none of several', () => {
  expect(one).toEqual({ assignee: 'a', due: '2026-12-01', noDue: false, reason: NONE });
  expect(several).toEqual({ assignee: null, due: '', noDue: false, reason: null });
});

test.each([
  ['nothing', one, {}, {}],
  ['another assignee', one, { assignee: 'b' }, { assignee: 'b' }],
  ['nobody', one, { assignee: NONE }, { assignee: null }],
  ['no due date', one, { due: '' }, { due_date: null }],
  ['a reason', one, { reason: 'revoked' }, { reason: 'revoked' }],
  ['nothing of several', several, {}, {}],
  ['one value of several', several, { due: '2027-01-01' }, { due_date: '2027-01-01' }],
  ['no due dates of several', several, { noDue: true }, { due_date: null }],
  ['no assignees of several', several, { assignee: NONE, reason: NONE }, { assignee: null, reason: null }],
])('%s is sent alone', (_, start, edited, sent) => {
  expect(changesOf(start, { ...start, ...edited })).toEqual(sent);
});
