// Belongs to this file of the build: whatever asks loads it by itself.
import '../../shared/ui/ask-dialog.tsx';
import { setModalsReady } from '../../shared/ui/modals-ready.ts';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { useEffect } from 'react';

export { SchemeMenu } from './scheme-menu.tsx';
export { SectionsMenu } from './sections-menu.tsx';
export { UserMenu } from './user-menu.tsx';

/** Where questions and messages are shown. Messages that come before it are kept until then. */
export function Hosts() {
  useEffect(setModalsReady, []);
  return (
    <>
      <ModalsProvider />
      <Notifications position="bottom-left" limit={4} transitionDuration={0} />
    </>
  );
}
