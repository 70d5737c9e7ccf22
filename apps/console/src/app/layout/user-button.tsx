import { Button, Text } from '@mantine/core';
import { PersonIcon, TriangleDownIcon } from '@primer/octicons-react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import type { Settings } from '../../shared/api/settings.ts';
import { LateMenu } from '../../shared/later/late-menu.tsx';
import { LateUserMenu } from './late-frame.ts';
import classes from './top-bar.module.css';

/** The person, and the menu of what is theirs. */
export function UserButton({ settings }: { settings: Settings }) {
  const { t } = useTexts();
  const { username } = settings;
  const button = (
    <Button
      variant="subtle"
      color="gray"
      leftSection={<PersonIcon />}
      rightSection={<TriangleDownIcon />}
      className={classes['user']}
      aria-label={t('common.user.menu', { name: username })}
    >
      <Text span truncate maw={140} inherit className={classes['user_name']}>
        {username}
      </Text>
    </Button>
  );
  return <LateMenu menu={LateUserMenu} target={button} of={{ settings }} />;
}
