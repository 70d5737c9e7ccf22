import { Button, Group, Text } from '@mantine/core';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { Link } from 'react-router-dom';
import type { Problem } from '../../shared/api/problem.ts';
import { useSettings } from '../../shared/api/settings.ts';
import { useCodeTexts } from '../../shared/i18n/problem-text.ts';

function Return() {
  const { t } = useTexts();
  return (
    <Group>
      <Button component={Link} to="/" replace variant="default">
        {t('identity.home')}
      </Button>
    </Group>
  );
}

export function Answered({ outcome }: { outcome: 'accepted' | 'declined' }) {
  const { t } = useTexts();
  return (
    <>
      <Text role="status">{t(outcome === 'accepted' ? 'identity.accepted' : 'identity.declined')}</Text>
      <Return />
    </>
  );
}

/** The error page: the reason, the contact, and the way back. */
export function VerifyFailed({ problem }: { problem: Problem }) {
  const { t } = useTexts();
  const texts = useCodeTexts();
  const contact = useSettings()?.support_contact ?? null;
  return (
    <>
      <Text role="alert">{texts.problem(problem)}</Text>
      {problem.requestId !== null && (
        <Text c="dimmed" className="lw-break">
          {t('common.request_id', { id: problem.requestId })}
        </Text>
      )}
      <Text c="dimmed" className="lw-break">
        {contact === null ? t('identity.support_unknown') : t('identity.support', { contact })}
      </Text>
      <Return />
    </>
  );
}
