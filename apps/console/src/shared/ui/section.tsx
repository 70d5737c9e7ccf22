import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

interface SectionProps {
  readonly title: string;
  /** A sentence about what the section holds. */
  readonly lead?: string;
  /** Beside the title: how much there is. */
  readonly total?: string | undefined;
  /** At the end of the title's line: a button. */
  readonly action?: ReactNode;
  /** Takes the whole width of the page. */
  readonly wide?: boolean;
  readonly children: ReactNode;
}

/** A section of a page: its title with a total and a button, a sentence about it, and what it holds. */
export function Section({ title, lead, total, action, wide = false, children }: SectionProps) {
  const id = useId();
  return (
    <Paper component="section" withBorder p="lg" aria-labelledby={id} {...(wide && { 'data-wide': true })}>
      <Stack gap="md">
        <div>
          <Group justify="space-between">
            <Group gap="md" align="baseline">
              <Title order={2} id={id}>
                {title}
              </Title>
              {total !== undefined && (
                <Text c="dimmed" role="status">
                  {total}
                </Text>
              )}
            </Group>
            {action}
          </Group>
          {lead !== undefined && (
            <Text c="dimmed" mt={4}>
              {lead}
            </Text>
          )}
        </div>
        {children}
      </Stack>
    </Paper>
  );
}
