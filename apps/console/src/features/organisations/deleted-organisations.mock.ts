import { listDeletedOrganisations } from '@leakwatch/contracts';
import { handle } from '../../../mock/handle.ts';
import { pageOf } from '../../../mock/replies.ts';

export const HANDLERS = [handle(listDeletedOrganisations, ({ world, query }) => pageOf(world.deletedOrganisations, query))];
