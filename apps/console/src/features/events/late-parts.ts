import { lazy } from 'react';
import { withTexts } from '../../shared/i18n/i18n.ts';
import { LATER_TEXTS } from './screen-texts.ts';

const load = () => withTexts(() => import('./later.tsx'), LATER_TEXTS);

export const BlacklistDialog = lazy(async () => ({ default: (await load()).BlacklistDialog }));
export const CommentDialog = lazy(async () => ({ default: (await load()).CommentDialog }));
export const EventCard = lazy(async () => ({ default: (await load()).EventCard }));
export const FilterDrawer = lazy(async () => ({ default: (await load()).FilterDrawer }));
export const FilterSidebar = lazy(async () => ({ default: (await load()).FilterSidebar }));
export const KeysHelp = lazy(async () => ({ default: (await load()).KeysHelp }));
export const NoEvents = lazy(async () => ({ default: (await load()).NoEvents }));
export const Pager = lazy(async () => ({ default: (await load()).Pager }));
export const SearchBox = lazy(async () => ({ default: (await load()).SearchBox }));
export const SimilarDialog = lazy(async () => ({ default: (await load()).SimilarDialog }));
export const ToTop = lazy(async () => ({ default: (await load()).ToTop }));
export const StatusNotice = lazy(async () => ({ default: (await load()).StatusNotice }));
