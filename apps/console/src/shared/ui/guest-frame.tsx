import { Group, Paper, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../i18n/use-texts.ts';
import { LanguageToggle } from './language-toggle.tsx';
import classes from './guest-frame.module.css';

/** The frame of pages for people who are not signed in. */
export function GuestFrame({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTexts();
  return (
    <div className={classes['page']}>
      <title>{`${title} · ${t('common.product')}`}</title>
      <header className={classes['bar']}>
        <Group gap="sm">
          <img src="/favicon.svg" width={24} height={24} alt="" />
          <strong>{t('common.product')}</strong>
        </Group>
        <LanguageToggle />
      </header>
      <main className={classes['main']}>
        <Paper withBorder p="xl" radius="lg" w={380} maw="100%">
          <Stack gap="lg">
            <Title order={1}>{title}</Title>
            {children}
          </Stack>
        </Paper>
      </main>
    </div>
  );
}
