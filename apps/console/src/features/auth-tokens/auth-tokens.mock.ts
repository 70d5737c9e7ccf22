import { listTokens, revokeAnyToken } from '@leakwatch/contracts';
import { handle } from '../../../mock/handle.ts';
import { mockId } from '../../../mock/ids.ts';
import { DONE, notFound, pageOf } from '../../../mock/replies.ts';

export const HANDLERS = [
  handle(listTokens, ({ world, query }) => pageOf(world.authTokens, query)),
  handle(
    revokeAnyToken,
    ({ world, params }) => {
      if (!world.authTokens.some(({ key }) => key === params.key)) throw notFound();
      world.authTokens = world.authTokens.filter(({ key }) => key !== params.key);
      return DONE;
    },
    { params: { key: mockId(40, 1) } },
  ),
];
