// Belongs to this file of the build: whatever asks loads it by itself.
import '../../shared/ui/ask-dialog.tsx';
import { setModalsReady } from '../../shared/ui/modals-ready.ts';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

export { SchemeMenu } from './scheme-menu.tsx';
export { SectionsMenu } from './sections-menu.tsx';
export { UserMenu } from './user-menu.tsx';

/** Where questions and messages are shown. Messages that come before it are kept until then. */
export function Hosts() {
  useEffect(setModalsReady, []);
  // In the settings the menu is on the left: failures, which stay until they are closed, would cover its last entries.
  const { pathname } = useLocation();
  return (
    <>
      <ModalsProvider />
      <Notifications position={pathname.startsWith('/settings') ? 'bottom-right' : 'bottom-left'} limit={4} transitionDuration={0} />
    </>
  );
}
