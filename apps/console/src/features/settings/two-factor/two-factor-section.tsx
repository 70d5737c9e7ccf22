import { Text } from '@mantine/core';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { toProblem } from '../../../shared/api/problem.ts';
import { type TwoFactorStatus, useTwoFactorStatusQuery } from '../../../shared/api/two-factor.ts';
import { ProblemBlock, SkeletonRows } from '../../../shared/ui/blocks.tsx';
import { Section } from '../../../shared/ui/section.tsx';
import { ActiveFactor } from './active-factor.tsx';
import { EnableFactor } from './enable-factor.tsx';
import { useStepFocus } from './use-step-focus.ts';

function Status({ status, onChanged }: { status: TwoFactorStatus; onChanged: () => void }) {
  const { t } = useTexts();
  const box = useStepFocus(status.active ? 'on' : 'off');
  return (
    <div ref={box} tabIndex={-1}>
      {status.active && <ActiveFactor status={status} onChanged={onChanged} />}
      {!status.active && status.tfa_company && <Text>{t('twoFactor.controlled')}</Text>}
      {!status.active && !status.tfa_company && <EnableFactor onChanged={onChanged} />}
    </div>
  );
}

/** The two-factor section of the settings; it also shows what the organisation requires. */
export function TwoFactorSection() {
  const { t } = useTexts();
  const { data, error, refetch } = useTwoFactorStatusQuery();
  return (
    <Section title={t('twoFactor.title')}>
      {data !== undefined && <Status status={data} onChanged={() => void refetch()} />}
      {data === undefined && error === undefined && <SkeletonRows rows={2} height={28} />}
      {data === undefined && error !== undefined && (
        <ProblemBlock title={t('twoFactor.status_failed')} problem={toProblem(error)} onRetry={() => void refetch()} />
      )}
    </Section>
  );
}
