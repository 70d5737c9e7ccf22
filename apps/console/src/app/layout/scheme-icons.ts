import { DeviceDesktopIcon, MoonIcon, SunIcon } from '@primer/octicons-react';

/** A picture for each appearance. */
export const SCHEME_ICONS = { light: SunIcon, dark: MoonIcon, auto: DeviceDesktopIcon };
