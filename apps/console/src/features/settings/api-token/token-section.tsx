import { Button, Code, Group, Stack, Text } from '@mantine/core';
import type { actualToken, AnswerOf } from '@leakwatch/contracts';
import { KeyIcon, TrashIcon } from '@primer/octicons-react';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { toProblem } from '../../../shared/api/problem.ts';
import { takeFocus } from '../../../shared/lib/take-focus.ts';
import { ask } from '../../../shared/ui/ask.ts';
import { ProblemBlock, SkeletonRows } from '../../../shared/ui/blocks.tsx';
import { notifyProblem, notifySuccess } from '../../../shared/ui/notify.tsx';
import { TimeText } from '../../../shared/ui/time-text.tsx';
import { useActualTokenQuery, useGenerateTokenMutation, useRevokeTokenMutation } from '../api.ts';
import { Section } from '../../../shared/ui/section.tsx';
import { CopyButton } from '../../../shared/ui/copy-button.tsx';

function TokenState({ token, onMade }: { token: AnswerOf<typeof actualToken>; onMade: (made: string) => void }) {
  const { t } = useTexts();
  const [generate, generating] = useGenerateTokenMutation();
  const [revoke, revoking] = useRevokeTokenMutation();
  const cancel = t('common.cancel');
  const make = async () => {
    const again = t('apiToken.generate_again');
    const agreed = token.created === null || (await ask({ title: again, text: t('apiToken.generate_again_text'), confirm: again, cancel }));
    if (!agreed) return;
    const result = await generate();
    // The token is only in this page's memory, until the person closes it.
    generating.reset();
    if (result.error === undefined) onMade(result.data.token);
    else notifyProblem(t('apiToken.generate_failed'), result.error);
  };
  const end = async () => {
    const question = { title: t('apiToken.revoke_title'), text: t('apiToken.revoke_text'), confirm: t('apiToken.revoke'), cancel };
    if (!(await ask(question))) return;
    const { error } = await revoke();
    if (error === undefined) notifySuccess(t('apiToken.revoked'));
    else notifyProblem(t('apiToken.revoke_failed'), error);
  };
  return (
    <>
      {token.created === null ? (
        <Text>{t('apiToken.none')}</Text>
      ) : (
        <Group gap="xl">
          <Text>
            {t('apiToken.created')}: <TimeText at={token.created} relative />
          </Text>
          <Text>
            {t('apiToken.last_used')}: {token.last_used === null ? t('apiToken.never_used') : <TimeText at={token.last_used} relative />}
          </Text>
        </Group>
      )}
      <Group gap="sm">
        <Button variant="default" leftSection={<KeyIcon />} loading={generating.isLoading} onClick={() => void make()}>
          {t(token.created === null ? 'apiToken.generate' : 'apiToken.generate_again')}
        </Button>
        {token.created !== null && (
          <Button variant="default" leftSection={<TrashIcon />} loading={revoking.isLoading} onClick={() => void end()}>
            {t('apiToken.revoke')}
          </Button>
        )}
      </Group>
    </>
  );
}

/** The API token: its state, a new one, and its revocation. */
export function TokenSection() {
  const { t } = useTexts();
  const { data, error, refetch } = useActualTokenQuery(undefined, { refetchOnMountOrArgChange: true });
  const [made, setMade] = useState<string | null>(null);
  const content = useRef<HTMLDivElement>(null);
  const seen = useRef(made);
  // A new token takes the place of the button that made it, and the button that of the token. Not to "Done": the token is shown once.
  useEffect(() => {
    if (seen.current !== made) takeFocus(content.current?.querySelector<HTMLElement>('[data-token], button'));
    seen.current = made;
  }, [made]);
  return (
    <Section title={t('apiToken.title')} lead={t('apiToken.lead')}>
      {data === undefined && error === undefined && <SkeletonRows rows={2} height={28} />}
      {data === undefined && error !== undefined && (
        <ProblemBlock title={t('apiToken.failed')} problem={toProblem(error)} onRetry={() => void refetch()} />
      )}
      <Stack ref={content} gap="md">
        {made !== null && <NewToken token={made} onDone={() => setMade(null)} />}
        {made === null && data !== undefined && <TokenState token={data} onMade={setMade} />}
      </Stack>
    </Section>
  );
}

/** Shows the token once. */
function NewToken({ token, onDone }: { token: string; onDone: () => void }) {
  const { t } = useTexts();
  return (
    <Stack gap="md">
      <Text role="status">{t('apiToken.once')}</Text>
      <Code block className="lw-break" aria-label={t('apiToken.token')} data-token tabIndex={-1} style={{ whiteSpace: 'pre-wrap' }}>
        {token}
      </Code>
      <Text c="dimmed">
        {t('apiToken.usage')} <Code>{'Authorization: Bearer lw_…'}</Code>
      </Text>
      <Group gap="sm">
        <CopyButton text={token} label={t('apiToken.copy')} />
        <Button onClick={onDone}>{t('apiToken.done')}</Button>
      </Group>
    </Stack>
  );
}
