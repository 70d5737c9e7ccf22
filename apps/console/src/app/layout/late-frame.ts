import { lazy } from 'react';
import { withTexts } from '../../shared/i18n/i18n.ts';
import { CODE_TEXTS } from '../../shared/i18n/texts.ts';

// One file for all: browsers ask for each separately.
const load = () => withTexts(() => import('./frame-later.tsx'), [CODE_TEXTS]);

export const LateHosts = lazy(async () => ({ default: (await load()).Hosts }));
export const LateSchemeMenu = lazy(async () => ({ default: (await load()).SchemeMenu }));
export const LateSectionsMenu = lazy(async () => ({ default: (await load()).SectionsMenu }));
export const LateUserMenu = lazy(async () => ({ default: (await load()).UserMenu }));
