import { createOrganisation } from '@leakwatch/contracts';
import { ORGANISATION } from '../../../mock/data/tasks.ts';
import { handle } from '../../../mock/handle.ts';
import { mockId } from '../../../mock/ids.ts';
import { Refusal } from '../../../mock/replies.ts';

const TARIFF = ORGANISATION.tariff;

export const HANDLERS = [
  handle(
    createOrganisation,
    ({ world, body }) => {
      if (!world.tariffs[body.tariff_type].some(({ id }) => id === body.tariff)) throw new Refusal(404, 'tariff_not_found');
      if (world.organisations.some(({ name }) => name === body.name)) throw new Refusal(409, 'organisation_exists');
      const id = mockId(8, world.organisations.length + 1);
      world.organisations = [...world.organisations, { id, name: body.name, active: body.active }];
      world.sent.push(body);
      return { id };
    },
    { body: { name: 'Acme', tariff_type: ORGANISATION.tariff_type, tariff: TARIFF.id } },
  ),
];
