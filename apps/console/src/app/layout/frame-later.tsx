// Belongs to this file of the build: whatever asks loads it by itself.
import '../../shared/ui/ask-dialog.tsx';
import { writesAreOpen } from '../../shared/api/open-writes.ts';
import { useReloadQuestion } from '../../shared/lib/use-reload-question.ts';
import { setModalsReady } from '../../shared/ui/modals-ready.ts';
import { Portal } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { Notifications, type NotificationsProps } from '@mantine/notifications';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { useHeightAs } from '../../shared/lib/use-height-as.ts';
import { useMessagesFocus } from './use-messages-focus.ts';

export { SchemeMenu } from './scheme-menu.tsx';
export { SectionsMenu } from './sections-menu.tsx';
export { UserMenu } from './user-menu.tsx';

/** Messages, whose height the style sheets know: what stands at the end of a page or a dialog can be moved from under them. */
function Messages({ position }: Required<Pick<NotificationsProps, 'position'>>) {
  const box = useRef<HTMLDivElement>(null);
  useHeightAs('--lw-messages', box);
  return (
    <div ref={box} {...useMessagesFocus(box)}>
      <Notifications withinPortal={false} position={position} limit={4} transitionDuration={0} />
    </div>
  );
}

/** Where questions and messages are shown. Messages that come before it are kept until then. */
export function Hosts() {
  useEffect(setModalsReady, []);
  // What was pressed looks done already: without the question a closed page would take a change along that has not reached the server.
  useReloadQuestion(writesAreOpen);
  // In the settings the menu is on the left: failures, which stay until they are closed, would cover its last entries.
  const { pathname } = useLocation();
  return (
    <>
      <ModalsProvider />
      <Portal>
        <Messages position={pathname.startsWith('/settings') ? 'bottom-right' : 'bottom-left'} />
      </Portal>
    </>
  );
}
