import { fileOf } from '@leakwatch/rules';
import type { Rechecked, SoughtDocument } from '@leakwatch/contracts';
import { CatFile } from '../repositories/blobs/cat-file.ts';
import { eachLine } from '../repositories/git/each-line.ts';
import { REMOTE_REFS } from '../repositories/mirrors/local-refs.ts';
import { type FindLines, stillHolds } from '../screening/holds-lines.ts';
import { isOfName } from './same-document.ts';

/** Branches and tags of the remote; refs of merge requests are not what people mean by still there. */
const SHOWN_REFS = [`${REMOTE_REFS}heads/`, `${REMOTE_REFS}tags/`];
const BRANCHES = `${REMOTE_REFS}heads/`;
/** Different present versions of a file that are compared; branches rarely differ in more. */
const VERSIONS_MAX = 20;
/** As much as is kept of a document. */
const VERSION_BYTES = 16 * 1024 * 1024;
const OBJECT = /^[0-9a-f]{40,64}$/;

/**
 * Whether the remote still shows a document, as the mirror knows the remote: in the file at the tip of a branch, or only in the history of a
 * branch or tag. Contacts nothing. Throws GitRepositoryError, also when the signal is aborted.
 */
export async function checkMirror(
  directory: string,
  sought: SoughtDocument,
  { find, signal }: { readonly find: FindLines; readonly signal: AbortSignal },
): Promise<Rechecked['answer']> {
  const versions = await versionsAtTips(directory, fileOf(sought.path), signal);
  if (
    versions.has(sought.version) ||
    (versions.size > 0 && isOfName(sought)) ||
    (await isInVersions(directory, [...versions], sought, { find, signal }))
  )
    return 'there';
  return (await isInHistory(directory, sought.commit, signal)) ? 'history' : 'gone';
}

/** The blobs that the tips of the branches have at a path. */
async function versionsAtTips(directory: string, path: string, signal: AbortSignal): Promise<ReadonlySet<string>> {
  const tips = new Set<string>();
  await eachLine(directory, ['for-each-ref', '--format=%(objectname)', BRANCHES], [], signal, (line) => tips.add(line.toString('latin1')));
  const versions = new Set<string>();
  // git's requests are lines.
  if (tips.size === 0 || path.includes('\n')) return versions;
  const requests = [...tips].map((tip) => `${tip}:${path}\n`);
  await eachLine(directory, ['cat-file', '--batch-check=%(objectname) %(objecttype)'], requests, signal, (line) => {
    const [oid = '', kind] = line.toString('latin1').split(' ');
    if (kind === 'blob' && OBJECT.test(oid)) versions.add(oid);
  });
  return versions;
}

/** Whether one of these versions of the file still holds the lines. */
async function isInVersions(
  directory: string,
  versions: readonly string[],
  sought: SoughtDocument,
  { find, signal }: { readonly find: FindLines; readonly signal: AbortSignal },
): Promise<boolean> {
  if (sought.lines.length === 0) return false;
  const files = new CatFile(directory, '--batch');
  const stop = () => files.stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    for (const oid of versions.slice(0, VERSIONS_MAX)) {
      signal.throwIfAborted();
      files.ask([oid]);
      const head = await files.head();
      if (typeof head === 'string') continue;
      if (head.size > VERSION_BYTES) {
        // The rest of a large file is not read; the next one needs a new process.
        files.stop();
        continue;
      }
      const body = await files.body(head.size);
      if (body !== undefined && (await stillHolds(body, sought.lines, find))) return true;
    }
    signal.throwIfAborted();
    return false;
  } finally {
    signal.removeEventListener('abort', stop);
    files.stop();
  }
}

/** Whether a branch or tag of the remote still reaches the commit that introduced the document. */
async function isInHistory(directory: string, commit: string | null, signal: AbortSignal): Promise<boolean> {
  if (commit === null || !OBJECT.test(commit)) return false;
  let [isCommit, found] = [false, false];
  // A commit that the remote removed before it was mirrored again may be missing; that is no fault of the mirror.
  await eachLine(directory, ['cat-file', '--batch-check=%(objecttype)'], [`${commit}\n`], signal, (line) => {
    isCommit = line.toString('latin1') === 'commit';
  });
  if (!isCommit) return false;
  const args = ['for-each-ref', '--count=1', `--contains=${commit}`, '--format=%(refname)', ...SHOWN_REFS];
  await eachLine(directory, args, [], signal, (line) => {
    found ||= line.length > 0;
  });
  return found;
}
