import { Paper, Stack, Text, Title } from '@mantine/core';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { toProblem } from '../../../shared/api/problem.ts';
import { readPaging } from '../../../shared/lib/paging.ts';
import { useAddress } from '../../../shared/lib/use-address.ts';
import { EmptyBlock, ProblemBlock, SkeletonRows } from '../../../shared/ui/blocks.tsx';
import { Pager } from '../../../shared/ui/pager.tsx';
import { useListActivityQuery } from '../api.ts';
import { ActivityTable } from './activity-table.tsx';

/** The default page size. */
const SIZES = [5, 10, 20, 50, 100];
const FIRST_SIZE = 5;

function usePaging() {
  const [params, change] = useAddress();
  const { page, size } = readPaging(params, SIZES, FIRST_SIZE);
  const go = (toPage: number, toSize: number) => change({ page: String(toPage), size: String(toSize) }, { preventScrollReset: true });
  return { page, size, go };
}

/** The access log of the person's own account. */
export function ActivityBlock() {
  const { t } = useTexts();
  const { page, size, go } = usePaging();
  const asked = { limit: size, offset: (page - 1) * size };
  const { data, error, refetch, isFetching } = useListActivityQuery(asked, { refetchOnMountOrArgChange: true });
  return (
    <Paper component="section" withBorder p="lg" aria-labelledby="activity">
      <Stack gap="md">
        <div>
          <Title order={2} id="activity">
            {t('activity.title')}
          </Title>
          <Text c="dimmed" mt={4}>
            {t('activity.lead')}
          </Text>
        </div>
        {error !== undefined && <ProblemBlock title={t('activity.failed')} problem={toProblem(error)} onRetry={() => void refetch()} />}
        {error === undefined && data === undefined && <SkeletonRows rows={size} height={28} />}
        {error === undefined && data !== undefined && data.count === 0 && (
          <EmptyBlock title={t('activity.empty')} hint={t('activity.empty_hint')} />
        )}
        {error === undefined && data !== undefined && data.count > 0 && (
          <>
            <div style={{ opacity: isFetching ? 0.6 : 1 }}>
              <ActivityTable records={data.results} />
            </div>
            <Pager page={page} size={size} sizes={SIZES} total={data.count} onPage={(to) => go(to, size)} onSize={(to) => go(1, to)} />
          </>
        )}
      </Stack>
    </Paper>
  );
}
