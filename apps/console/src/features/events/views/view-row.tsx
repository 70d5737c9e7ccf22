import type { EventView } from '@leakwatch/contracts';
import { ActionIcon, Anchor, Group, Menu, Stack, Text } from '@mantine/core';
import { KebabHorizontalIcon, OrganizationIcon, PencilIcon, SyncIcon, TrashIcon } from '@primer/octicons-react';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { Link } from 'react-router-dom';
import { viewQuery } from './view-address.ts';
import { usePersonName } from '../../../shared/i18n/use-person-name.ts';

interface ViewRowProps {
  readonly view: EventView;
  /** The query of the list on the screen. */
  readonly current: string;
  readonly onRename: (view: EventView) => void;
  readonly onReplace: (view: EventView) => void;
  readonly onDelete: (view: EventView) => void;
}

/** A view as a link to its list, and what can be done with it. One whose filters are not valid any more says so and can be deleted. */
export function ViewRow({ view, current, onRename, onReplace, onDelete }: ViewRowProps) {
  const { t } = useTexts();
  const personName = usePersonName();
  const query = viewQuery(view);
  const isCurrent = query === current;
  return (
    <Group gap={4} wrap="nowrap" justify="space-between" align="flex-start">
      <Stack gap={0} miw={0}>
        {view.fault === null ? (
          <Anchor
            component={Link}
            data-view={view.id}
            to={query === '' ? '/' : `/?${query}`}
            fw={isCurrent ? 600 : undefined}
            aria-current={isCurrent ? 'true' : undefined}
            className="lw-break"
          >
            {view.name}
          </Anchor>
        ) : (
          <>
            <Text className="lw-break">{view.name}</Text>
            <Text c="dimmed">{t(`eventTools.views.fault.${view.fault}`)}</Text>
          </>
        )}
        {view.shared && (
          <Text c="dimmed" fz="xs">
            <OrganizationIcon size={12} /> {t('eventTools.views.shared_by', { author: personName(view.author) })}
          </Text>
        )}
      </Stack>
      <Menu position="bottom-end" withinPortal={false} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <ActionIcon
            size={24}
            aria-label={t('eventTools.views.actions', { name: view.name })}
            title={t('eventTools.views.actions', { name: view.name })}
          >
            <KebabHorizontalIcon size={14} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {view.fault === null && (
            <Menu.Item leftSection={<PencilIcon size={14} />} onClick={() => onRename(view)}>
              {t('eventTools.views.rename')}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<SyncIcon size={14} />} onClick={() => onReplace(view)}>
            {t('eventTools.views.replace')}
          </Menu.Item>
          <Menu.Item leftSection={<TrashIcon size={14} />} onClick={() => onDelete(view)}>
            {t('eventTools.views.delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}
