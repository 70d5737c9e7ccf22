import { answerRecipient, askRecipient, checkRecipientCode, controlRecipientStates, recipientStates } from '@leakwatch/contracts';
import { ORGANISATION } from '../../../mock/data/tasks.ts';
import { handle } from '../../../mock/handle.ts';
import { minutesAgo } from '../../../mock/ids.ts';
import { DONE, Refusal } from '../../../mock/replies.ts';
import type { World } from '../../../mock/world.ts';

const EMAIL = 'duty@corp.example';
const CODE = 'good-code';

function checked(code: string): void {
  if (code !== CODE && code !== 'stop-code') throw new Refusal(400, 'code_invalid');
}

const statesOf = (world: World, emails: readonly string[]) => ({
  states: emails.map((email) => {
    const state = world.recipients.get(email) ?? 'member';
    return { email, state, asked: state === 'member' ? null : minutesAgo(90) };
  }),
});

export const HANDLERS = [
  handle(recipientStates, ({ world, body }) => statesOf(world, body.emails), { body: { emails: [EMAIL] } }),
  handle(controlRecipientStates, ({ world, body }) => statesOf(world, body.organisation === ORGANISATION.id ? body.emails : []), {
    body: { organisation: ORGANISATION.id, emails: [EMAIL] },
  }),
  handle(
    askRecipient,
    ({ world, body }) => {
      world.recipients.set(body.email, 'waiting');
      world.sent.push(body);
      return DONE;
    },
    { body: { email: EMAIL } },
  ),
  handle(
    checkRecipientCode,
    ({ body }) => {
      checked(body.code);
      return { organisation: ORGANISATION.name, wanted: body.code === 'stop-code' };
    },
    { body: { code: CODE } },
  ),
  handle(
    answerRecipient,
    ({ world, body }) => {
      checked(body.code);
      world.sent.push({ wanted: body.wanted });
      return DONE;
    },
    { body: { code: CODE, wanted: true } },
  ),
];
