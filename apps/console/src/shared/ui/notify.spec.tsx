import { cleanNotifications, notificationsStore } from '@mantine/notifications';
import { beforeEach, expect, test } from '@jest/globals';
import { readProblem } from '../api/problem.ts';
import { notifyProblem } from './notify.tsx';

const shown = () => notificationsStore.getState().notifications.map(({ title, autoClose }) => [title, autoClose]);

beforeEach(() => cleanNotifications());

test('a failed action is shown until it is closed; the message that the session has ended disappears by itself', () => {
  const refusal = (code: string) => ({ code, request_id: '76cca30f-2f0f-4860-a89c-b9674cac1612' });
  notifyProblem('Not saved', readProblem(409, refusal('rule_exists')));
  notifyProblem('Not added', readProblem(401, refusal('unauthenticated')));
  expect(shown()).toEqual([
    ['Not saved', false],
    ['Not added', 5_000],
  ]);
});
