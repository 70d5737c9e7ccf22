import {
  CodeSquareIcon,
  CommentDiscussionIcon,
  FileIcon,
  GitBranchIcon,
  type Icon,
  MarkGithubIcon,
  NoteIcon,
  PasteIcon,
} from '@primer/octicons-react';
import type { SourceType } from '@leakwatch/vocabulary';
import { useTexts } from '../i18n/use-texts.ts';

const ICONS: Readonly<Record<SourceType, Icon>> = {
  github: MarkGithubIcon,
  gist: CodeSquareIcon,
  pastebin: PasteIcon,
  gitlab_cloud: NoteIcon,
  telegram: CommentDiscussionIcon,
  git_repo: GitBranchIcon,
  google_docs: FileIcon,
};

/** The icon of a source, with its name for screen readers. */
export function SourceIcon({ source }: { source: SourceType }) {
  const { t } = useTexts();
  const Picture = ICONS[source];
  const name = t(`common.sources.${source}`);
  return (
    <span title={name} style={{ display: 'inline-flex', color: 'var(--mantine-color-dimmed)' }}>
      <Picture size={16} aria-label={name} />
    </span>
  );
}
