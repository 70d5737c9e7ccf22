import { listObservers, OBSERVER_REPOSITORIES_SHOWN } from '@leakwatch/contracts';
import { handle } from '../../../mock/handle.ts';
import { pageOf } from '../../../mock/replies.ts';

export const HANDLERS = [
  handle(listObservers, ({ world, query }) => {
    const { id: own, name } = world.organisations[0] ?? { id: '', name: null };
    const all = world.tasks.flatMap(({ id, title, git_repository_observer: observer, git_repositories: repositories }) =>
      observer === null
        ? []
        : [
            {
              id,
              task: id,
              task_title: title,
              company: { id: own, name },
              ...observer,
              repositories_count: repositories.length,
              repositories_failed: repositories.filter(({ status }) => status === 'repository_error').length,
              repositories: repositories
                .slice(0, OBSERVER_REPOSITORIES_SHOWN)
                .map(
                  ({ error_text: _e, blobs_total: _t, blobs_scanned: _s, blobs_unread: _u, blobs_unchecked: _c, waiting: _w, ...one }) =>
                    one,
                ),
            },
          ],
    );
    return pageOf(query.org === undefined || query.org === own ? all : [], query);
  }),
];
