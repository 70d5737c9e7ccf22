import { lazy } from 'react';

// One file for all: browsers ask for each separately.
const load = () => import('./frame-later.tsx');

export const LateHosts = lazy(async () => ({ default: (await load()).Hosts }));
export const LateSchemeMenu = lazy(async () => ({ default: (await load()).SchemeMenu }));
export const LateSectionsMenu = lazy(async () => ({ default: (await load()).SectionsMenu }));
export const LateUserMenu = lazy(async () => ({ default: (await load()).UserMenu }));
