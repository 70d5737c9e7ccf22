import { Button, Group, List, Stack, Text, ThemeIcon } from '@mantine/core';
import { CheckIcon, CircleIcon } from '@primer/octicons-react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { Link } from 'react-router-dom';
import { toProblem } from '../../shared/api/problem.ts';
import { EmptyBlock, ProblemBlock, SkeletonRows } from '../../shared/ui/blocks.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { PATHS, type Step, STEPS } from './steps.ts';
import { useSteps } from './use-steps.ts';

/** Beside its button where there is room, else above it. */
const TEXT = { flex: '1 1 240px' };

interface StepProps {
  readonly step: Step;
  readonly done: boolean;
  /** The first one that is not done. */
  readonly next: boolean;
}

function StepItem({ step, done, next }: StepProps) {
  const { t } = useTexts();
  return (
    <List.Item
      aria-current={next ? 'step' : undefined}
      icon={
        <ThemeIcon size={24} radius="xl" color={done ? 'green' : 'gray'} variant={done ? 'filled' : 'light'} aria-hidden>
          {done ? <CheckIcon size={14} /> : <CircleIcon size={14} />}
        </ThemeIcon>
      }
    >
      <Group justify="space-between" gap="sm" align="flex-start">
        <div style={TEXT}>
          <Text fw={600}>
            {t(`firstSteps.step.${step}.title`)}{' '}
            <Text component="span" fw={400} c="dimmed">
              – {t(done ? 'firstSteps.done' : 'firstSteps.to_do')}
            </Text>
          </Text>
          {!done && <Text c="dimmed">{t(`firstSteps.step.${step}.hint`)}</Text>}
        </div>
        {!done && (
          <Button component={Link} to={PATHS[step]} variant={next ? 'filled' : 'default'}>
            {t(`firstSteps.step.${step}.action`)}
          </Button>
        )}
      </Group>
    </List.Item>
  );
}

/** /settings/first-steps: what has to be set up before the first leak can be found, with the state of each step. */
export function FirstStepsPage() {
  const { t } = useTexts();
  const { done, error, retry } = useSteps();
  const open = STEPS.filter((step) => done[step] !== true);
  if (error !== undefined) return <ProblemBlock title={t('firstSteps.failed')} problem={toProblem(error)} onRetry={retry} />;
  if (STEPS.some((step) => done[step] === undefined)) return <SkeletonRows rows={STEPS.length} height={48} />;
  if (open.length === 0)
    return (
      <EmptyBlock title={t('firstSteps.finished')} hint={t('firstSteps.finished_hint')}>
        <Button component={Link} to="/">
          {t('firstSteps.events')}
        </Button>
      </EmptyBlock>
    );
  return (
    <Section
      title={t('firstSteps.title')}
      lead={t('firstSteps.lead')}
      total={t('firstSteps.progress', { done: STEPS.length - open.length, of: STEPS.length })}
    >
      <Stack gap="md">
        <List type="ordered" spacing="lg" center={false} styles={{ itemWrapper: { width: '100%' }, itemLabel: { flex: 1 } }}>
          {STEPS.map((step) => (
            <StepItem key={step} step={step} done={done[step] === true} next={step === open[0]} />
          ))}
        </List>
      </Stack>
    </Section>
  );
}
