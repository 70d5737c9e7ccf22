/** What the page of events can do without until its first events are drawn; one file for all, as browsers ask for each separately. */
export { Pager } from '../../shared/ui/pager.tsx';
export { BlacklistDialog } from './blacklist/blacklist-dialog.tsx';
export { CommentDialog } from './comments/comment-dialog.tsx';
export { FilterDrawer } from './filters/filter-drawer.tsx';
export { FilterSidebar } from './filters/filter-sidebar.tsx';
export { SearchBox } from './filters/search-box.tsx';
export { KeysHelp } from './list/keys-help.tsx';
export { NoEvents } from './list/no-events.tsx';
export { ToTop } from './list/to-top.tsx';
export { EventCard } from './row/event-card.tsx';
export { SimilarDialog } from './similar/similar-dialog.tsx';
export { StatusNotice } from './status/status-notice.tsx';
