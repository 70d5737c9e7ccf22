import { describe, expect, it } from '@jest/globals';
import { SOURCE_TYPES } from '@leakwatch/vocabulary';
import fc from 'fast-check';
import { type FoundAt, recheckPlace } from './recheck-place.ts';

const SHA = 'a'.repeat(40);
const at = (source_type: FoundAt['source_type'], file_url: string, path = 'deploy/пароли 1.env') =>
  recheckPlace({ source_type, file_url, path });
const PATH = 'deploy/%D0%BF%D0%B0%D1%80%D0%BE%D0%BB%D0%B8%201.env';

describe('where a document is looked for again', () => {
  it.each<[FoundAt['source_type'], string, string | null, string?]>([
    ['pastebin', 'https://pastebin.com/Ab12Cd34', 'https://pastebin.com/raw/Ab12Cd34'],
    ['pastebin', 'https://pastebin.com/u/somebody', null],
    ['gist', 'https://gist.github.com/octo/aa01#file-env-L3', `https://gist.githubusercontent.com/octo/aa01/raw/${PATH}`],
    ['gist', `https://gist.github.com/octo/aa01/${SHA}#file-env-L3`, `https://gist.githubusercontent.com/octo/aa01/raw/${PATH}`],
    ['gist', `https://gist.github.com/octo/aa01/revisions#file-env-L3`, null],
    ['gist', `https://gist.github.com/octo/${SHA}?permalink_comment_id=1#gistcomment-1`, null],
    ['github', `https://github.com/octo/repo.js/blob/${SHA}/x#L3`, `https://raw.githubusercontent.com/octo/repo.js/HEAD/${PATH}`],
    ['github', `https://github.example/octo/repo/blob/${SHA}/x#L3`, null],
    ['github', 'https://github.com/octo/repo/issues/3', null],
    ['gitlab_cloud', `https://gitlab.com/group/sub/repo/-/blob/${SHA}/x#L3`, `https://gitlab.com/group/sub/repo/-/raw/HEAD/${PATH}`],
    ['gitlab_cloud', 'https://gitlab.com/group/repo/-/issues/3', null],
    [
      'github',
      `https://github.com/octo/repo/blob/${SHA}/x`,
      'https://raw.githubusercontent.com/octo/repo/HEAD/backup.zip',
      'backup.zip!/etc/shadow',
    ],
    ['telegram', 'https://t.me/channel/3', null],
    ['google_docs', 'https://docs.google.com/document/d/1', null],
    ['pastebin', 'no address', null],
  ])('%s %s is %s', (source, url, raw, ...[path]) => {
    const place = at(source, url, path);
    expect(place?.kind === 'address' ? place.url : place).toEqual(raw);
  });

  it.each<[FoundAt['source_type'], string, string | null]>([
    ['gist', `https://gist.github.com/octo/aa01/${SHA}#file-env-L3`, `https://gist.githubusercontent.com/octo/aa01/raw/${SHA}/${PATH}`],
    ['gist', 'https://gist.github.com/octo/aa01#file-env-L3', null],
    ['github', `https://github.com/octo/repo.js/blob/${SHA}/x#L3`, `https://raw.githubusercontent.com/octo/repo.js/${SHA}/${PATH}`],
    ['github', 'https://github.com/octo/repo.js/blob/main/x#L3', null],
    ['gitlab_cloud', `https://gitlab.com/group/sub/repo/-/blob/${SHA}/x#L3`, `https://gitlab.com/group/sub/repo/-/raw/${SHA}/${PATH}`],
    ['gitlab_cloud', 'https://gitlab.com/group/sub/repo/-/blob/main/x#L3', null],
    ['pastebin', 'https://pastebin.com/Ab12Cd34', null],
  ])('%s %s was in a commit', (source, url, was) => {
    expect(at(source, url)).toMatchObject({ was });
  });

  it('of a repository is its mirror', () => {
    expect(at('git_repo', '')).toEqual({ kind: 'mirror' });
  });

  it('is never at another host than those of the sources, whatever an event says', () => {
    const hosts = ['pastebin.com', 'gist.githubusercontent.com', 'raw.githubusercontent.com', 'gitlab.com'];
    const site = fc.constantFrom(
      'https://pastebin.com/',
      'https://gist.github.com/a/',
      'https://github.com/a/b/blob/',
      'https://gitlab.com/a/-/blob/',
    );
    const hostile = fc.oneof(
      fc.webUrl(),
      fc.tuple(site, fc.string()).map((parts) => parts.join('')),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.constantFrom(...SOURCE_TYPES), hostile, fc.string(), (source, url, path) => {
        const place = at(source, url, path);
        if (place?.kind !== 'address') return;
        for (const address of [place.url, place.was ?? place.url]) expect(hosts).toContain(new URL(address).host);
      }),
    );
  });
});
