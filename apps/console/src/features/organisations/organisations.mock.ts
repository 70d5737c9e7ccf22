import { createOrganisation, getTariff } from '@leakwatch/contracts';
import { ORGANISATION } from '../../../mock/data/tasks.ts';
import { handle } from '../../../mock/handle.ts';
import { mockId } from '../../../mock/ids.ts';
import { notFound, Refusal } from '../../../mock/replies.ts';

const TARIFF = ORGANISATION.tariff;

export const HANDLERS = [
  handle(
    getTariff,
    ({ params }) => {
      if (params.id !== TARIFF.id || params.type !== ORGANISATION.tariff_type) throw notFound();
      return TARIFF;
    },
    { params: { type: ORGANISATION.tariff_type, id: TARIFF.id } },
  ),
  handle(
    createOrganisation,
    ({ world, body }) => {
      if (body.tariff !== TARIFF.id) throw new Refusal(404, 'tariff_not_found');
      if (world.organisations.some(({ name }) => name === body.name)) throw new Refusal(409, 'organisation_exists');
      const id = mockId(8, world.organisations.length + 1);
      world.organisations = [...world.organisations, { id, name: body.name, active: body.active }];
      world.sent.push(body);
      return { id };
    },
    { body: { name: 'Acme', tariff_type: ORGANISATION.tariff_type, tariff: TARIFF.id } },
  ),
];
