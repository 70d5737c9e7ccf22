import { Text } from '@mantine/core';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { usePaging } from '../../shared/lib/use-paging.ts';
import { EmptyBlock } from '../../shared/ui/blocks.tsx';
import { PagedList } from '../../shared/ui/paged-list.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { useListTokensQuery } from './api.ts';
import { TokenTable } from './token-table.tsx';
import { useRevokeToken } from './use-revoke-token.ts';

/** /settings/tokens: the API tokens of all people. The address holds the page. */
export function AuthTokensPage() {
  const { t } = useTexts();
  const paging = usePaging();
  const query = useListTokensQuery(paging.asked, { refetchOnMountOrArgChange: true });
  const revoke = useRevokeToken();
  const count = query.currentData?.count ?? 0;
  return (
    <Section title={t('authTokens.title')} lead={t('authTokens.lead')} wide>
      {count > 0 && (
        <Text c="dimmed" role="status">
          {t('authTokens.total', { count })}
        </Text>
      )}
      <PagedList
        query={query}
        paging={paging}
        failed={t('authTokens.failed')}
        rowHeight={48}
        empty={<EmptyBlock level={3} title={t('authTokens.empty')} hint={t('authTokens.empty_hint')} />}
      >
        {(tokens) => <TokenTable tokens={tokens} onRevoke={(token) => void revoke(token)} />}
      </PagedList>
    </Section>
  );
}
