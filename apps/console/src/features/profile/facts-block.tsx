import { Paper, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Fact, FactList } from '../../shared/ui/fact-list.tsx';

/** A block of facts with a title. */
export function FactsBlock({ title, facts, children }: { title: string; facts: readonly Fact[]; children?: ReactNode }) {
  return (
    <Paper component="section" withBorder p="lg">
      <Title order={2} mb="md">
        {title}
      </Title>
      <FactList facts={facts} />
      {children}
    </Paper>
  );
}
