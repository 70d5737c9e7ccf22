import {
  type BodyOf,
  changeCountLaunchTariff,
  changeTariff,
  createCountLaunchTariff,
  createTariff,
  deleteTariff,
  getTariff,
  type ParamsOf,
} from '@leakwatch/contracts';
import { api } from '../../shared/api/api.ts';
import { fromRoute } from '../../shared/api/from-route.ts';

export type TariffBody = BodyOf<typeof createTariff>;
export type TariffChange = BodyOf<typeof changeTariff>;
export type CountLaunchChange = BodyOf<typeof changeCountLaunchTariff>;
export type CountLaunchBody = BodyOf<typeof createCountLaunchTariff>;

const invalidatesTags = (_made: unknown, error: unknown) => (error === undefined ? (['Tariffs'] as const) : []);

const tariffsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getTariff: build.query({ ...fromRoute(getTariff, (params: ParamsOf<typeof getTariff>) => ({ params })), keepUnusedDataFor: 0 }),
    createTariff: build.mutation({ ...fromRoute(createTariff, (body: TariffBody) => ({ body })), invalidatesTags }),
    createCountLaunchTariff: build.mutation({
      ...fromRoute(createCountLaunchTariff, (body: CountLaunchBody) => ({ body })),
      invalidatesTags,
    }),
    changeTariff: build.mutation({
      ...fromRoute(changeTariff, ({ id, body }: { id: string; body: TariffChange }) => ({ params: { id }, body })),
      invalidatesTags,
    }),
    changeCountLaunchTariff: build.mutation({
      ...fromRoute(changeCountLaunchTariff, ({ id, body }: { id: string; body: CountLaunchChange }) => ({ params: { id }, body })),
      invalidatesTags,
    }),
    deleteTariff: build.mutation({
      ...fromRoute(deleteTariff, (params: ParamsOf<typeof deleteTariff>) => ({ params })),
      // A refusal says that the list is out of date too.
      invalidatesTags: ['Tariffs'],
    }),
  }),
});

export const {
  useLazyGetTariffQuery,
  useCreateTariffMutation,
  useCreateCountLaunchTariffMutation,
  useChangeTariffMutation,
  useChangeCountLaunchTariffMutation,
  useDeleteTariffMutation,
} = tariffsApi;
