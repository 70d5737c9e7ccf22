import type { SourceBody, TaskBody } from '@leakwatch/contracts';
import { type DroppedLine, readTelegramChannels } from '@leakwatch/rules';
import type { SearchType, SourceType, TaskKind } from '@leakwatch/vocabulary';

export interface ReadSource {
  readonly type: SourceType;
  readonly searchType: SearchType;
  readonly active: boolean;
  readonly channels: readonly string[];
}

const GIT_REPO: ReadSource = { type: 'git_repo', searchType: 'by_code', active: true, channels: [] };

/** The sources that a body chooses, without duplicates. A git monitoring task searches git_repo only. */
export function readSources(body: TaskBody, kind: TaskKind): { sources: readonly ReadSource[]; dropped: readonly DroppedLine[] } {
  if (kind === 'git_monitoring') return { sources: [GIT_REPO], dropped: [] };
  const byType = new Map<SourceType, ReadSource>();
  const dropped: DroppedLine[] = [];
  for (const source of body.sources) {
    if (byType.has(source.source_type)) dropped.push({ text: source.source_type, reason: 'duplicate' });
    else byType.set(source.source_type, readSource(source, dropped));
  }
  return { sources: [...byType.values()], dropped };
}

function readSource(source: SourceBody, dropped: DroppedLine[]): ReadSource {
  const channels = readTelegramChannels(source.source_type === 'telegram' ? source.tg_channels.map(({ username }) => username) : []);
  dropped.push(...channels.dropped);
  return {
    type: source.source_type,
    searchType: source.search_type,
    active: source.active && source.status,
    channels: channels.accepted,
  };
}
