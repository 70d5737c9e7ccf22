import type { RepositoryStatus } from '@leakwatch/vocabulary';
import { AlertIcon, CheckCircleIcon, ClockIcon, DownloadIcon, type Icon, SearchIcon } from '@primer/octicons-react';
import { useTexts } from '../i18n/use-texts.ts';
import { Tag, type TagTone } from './tag.tsx';

const LOOKS: Readonly<Record<RepositoryStatus, { readonly tone: TagTone; readonly picture: Icon }>> = {
  created: { tone: 'false', picture: ClockIcon },
  updating_local: { tone: 'info', picture: DownloadIcon },
  processing_commits: { tone: 'info', picture: SearchIcon },
  ready_to_search: { tone: 'fixed', picture: CheckCircleIcon },
  repository_error: { tone: 'open', picture: AlertIcon },
};

/** The status of a repository; `hint` is the text of its error. Needs the shared texts `gitRepositories`. */
export function RepositoryTag({ status, hint }: { status: RepositoryStatus; hint: string | null }) {
  const { t } = useTexts();
  const { tone, picture: Picture } = LOOKS[status];
  return (
    <Tag tone={tone} icon={<Picture size={12} />} title={hint ?? undefined}>
      {t(`gitRepositories.status.${status}`)}
    </Tag>
  );
}
