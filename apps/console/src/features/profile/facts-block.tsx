import { Paper, Title } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import classes from './profile.module.css';

export type Fact = readonly [name: string, value: ReactNode];

/** A named block of facts. */
export function FactsBlock({ title, facts, children }: { title: string; facts: readonly Fact[]; children?: ReactNode }) {
  return (
    <Paper component="section" withBorder p="lg">
      <Title order={2} mb="md">
        {title}
      </Title>
      <dl className={classes['facts']}>
        {facts.map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
      {children}
    </Paper>
  );
}
