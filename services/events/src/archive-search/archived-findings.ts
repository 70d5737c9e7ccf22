import type { Finding } from '@leakwatch/contracts';
import {
  type DescribedMatch,
  documentOfMatch,
  fileNameTest,
  namesInside,
  pathOfMatch,
  readPattern,
  splitInside,
} from '@leakwatch/matching';
import { sha256Hex } from '@leakwatch/platform';
import type { Pattern } from '@leakwatch/vocabulary';
import type { ArchivedPlace, ArchiveStep } from '../archive/archive-search.store.ts';
import type { Evidence } from '../evidence/evidence.entities.ts';

/** The end of the address of a line, at the hosts that have one. */
const LINE_ANCHOR = /(#(?:file-[^#]*-)?L)\d+$/;

/** The names under which the document of a match is looked for, from the path of the match. */
export function fileNamesOf(path: string): readonly string[] {
  const document = splitInside(documentOfMatch(path));
  return namesInside(document.path, document.inner);
}

/** Whether a pattern meets the document under the name that it has in one place. */
export function meetsName({ kind, text }: Pattern, path: string): boolean {
  const read = readPattern(kind, text);
  if (read.shape === 'expression' || read.fileNames.length === 0) return true;
  return fileNamesOf(path).some(fileNameTest(read.fileNames));
}

/** The address of a line of the document; lines inside of an archive are not lines of the page. */
function addressOf({ path, file_url }: ArchivedPlace, line: number): string {
  const { inner } = splitInside(documentOfMatch(path));
  return inner === '' ? file_url.replace(LINE_ANCHOR, `$1${line}`) : file_url;
}

/** A match in a kept document as the finding that a crawler would have published, when it read the document at this place. */
export function archivedFinding(
  step: ArchiveStep,
  pattern: Pattern,
  match: DescribedMatch,
  content: Evidence,
  place: ArchivedPlace,
): Finding {
  // Of a large document a part of its text is kept.
  const bytesBefore = content.part_start ?? 0;
  const linesBefore = content.first_line - 1;
  const ranges = match.spans.map(({ start, end }) => ({ start: start + bytesBefore, end: end + bytesBefore }));
  const line = match.line + linesBefore;
  const { text, segments, highlights, truncated } = match.excerpt;
  return {
    organisation_id: step.organisation_id,
    task_id: step.task_id,
    launch_id: null,
    pattern: { id: pattern.id, kind: pattern.kind, text: pattern.text },
    source_type: place.source_type,
    container: place.container,
    path: pathOfMatch(documentOfMatch(place.path), match),
    file_url: addressOf(place, line),
    language: place.language,
    document: { version: place.version, bytes: content.bytes },
    commit: place.commit,
    lines_hash: sha256Hex(match.matchingLines),
    continues: null,
    line,
    byte_ranges: ranges,
    excerpt: {
      text,
      segments: segments.map((segment) => ({ at: segment.at, line: segment.line + linesBefore })),
      highlights: highlights.map(({ start, end }) => ({ start, end })),
      truncated,
    },
    // Nothing was seen today.
    found_at: place.last_seen.toISOString(),
    content: {
      object: content.object_id,
      hash: content.hash,
      bytes: content.bytes,
      kept_bytes: content.kept_bytes,
      key_version: content.key_version,
      part: content.part_start === null ? null : { start: content.part_start, line: content.first_line, places: ranges },
      original: place.original && { object: place.original.object_id, hash: place.original.hash, bytes: place.original.bytes },
    },
  };
}
