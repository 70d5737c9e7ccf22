import { Paper, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

/** The rules of a list, shown beside it. */
export function RulesPanel({ title, rules, children }: { title: string; rules: readonly string[]; children?: ReactNode }) {
  const id = useId();
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={id}>
      <Title order={2} size="h3" mb="xs" id={id}>
        {title}
      </Title>
      <ul style={{ margin: 0, paddingLeft: 16 }}>
        {rules.map((rule) => (
          <Text component="li" key={rule}>
            {rule}
          </Text>
        ))}
      </ul>
      {children}
    </Paper>
  );
}
