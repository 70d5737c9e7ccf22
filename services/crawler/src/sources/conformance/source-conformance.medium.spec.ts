import { openGist } from './gist.subject.fixture.ts';
import { openGithub } from './github.subject.fixture.ts';
import { openGitlab } from './gitlab.subject.fixture.ts';
import { openGoogleDocs } from './google-docs.subject.fixture.ts';
import { openPastebin } from './pastebin.subject.fixture.ts';
import { openScripted } from './scripted.subject.fixture.ts';
import { sourceConformance } from './source-conformance.fixture.ts';
import { openTelegram } from './telegram.subject.fixture.ts';

sourceConformance({
  'a scripted source': openScripted,
  'github by its search of code': () => openGithub('by_code'),
  'github by repository': () => openGithub('by_repository'),
  gist: openGist,
  gitlab_cloud: openGitlab,
  pastebin: openPastebin,
  google_docs: openGoogleDocs,
  telegram: openTelegram,
});
