import type { TechnicalNotification } from '@leakwatch/contracts';
import { Stack } from '@mantine/core';
import { useRef } from 'react';
import { useRowFocus } from '../../shared/lib/use-row-focus.ts';
import { NotificationCard } from './notification-card.tsx';
import type { useNotificationActions } from './use-notification-actions.ts';

interface NotificationListProps {
  readonly notifications: readonly TechnicalNotification[];
  readonly actions: ReturnType<typeof useNotificationActions>;
  readonly onDetails: (id: string) => void;
}

/** The notifications of a page with their actions. */
export function NotificationList({ notifications, actions, onDetails }: NotificationListProps) {
  const list = useRef<HTMLDivElement>(null);
  const rowFocus = useRowFocus(list);
  return (
    <Stack ref={list} {...rowFocus} gap="sm">
      {notifications.map((one) => (
        <NotificationCard
          key={one.id}
          notification={one}
          onDetails={() => onDetails(one.id)}
          onClose={() => void actions.close(one)}
          onDelete={() => void actions.remove(one)}
        />
      ))}
    </Stack>
  );
}
