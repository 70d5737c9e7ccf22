import { answerRecipient, askRecipient, checkRecipientCode, recipientStates } from '@leakwatch/contracts';
import { ORGANISATION } from '../../../mock/data/tasks.ts';
import { handle } from '../../../mock/handle.ts';
import { minutesAgo } from '../../../mock/ids.ts';
import { DONE, Refusal } from '../../../mock/replies.ts';

const EMAIL = 'duty@corp.example';
const CODE = 'good-code';

function checked(code: string): void {
  if (code !== CODE && code !== 'stop-code') throw new Refusal(400, 'code_invalid');
}

export const HANDLERS = [
  handle(
    recipientStates,
    ({ world, body }) => ({
      states: body.emails.map((email) => {
        const state = world.recipients.get(email) ?? 'member';
        return { email, state, asked: state === 'member' ? null : minutesAgo(90) };
      }),
    }),
    { body: { emails: [EMAIL] } },
  ),
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
