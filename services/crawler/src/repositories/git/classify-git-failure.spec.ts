import { describe, expect, it } from '@jest/globals';
import { classifyGitFailure, classifyReadFailure, readStopOf, KILLED } from './classify-git-failure.ts';
import { NOT_STARTED } from './start-git.ts';

const failed = (messages: string, signal: NodeJS.Signals | null = null) => ({ succeeded: false, signal, messages });

describe('classifyGitFailure', () => {
  it.each([
    [
      'timeout',
      "error: RPC failed; curl 28 Operation too slow. Less than 1 bytes/sec transferred the last 8 seconds\nfatal: expected 'packfile'",
    ],
    ['truncated', "error: RPC failed; curl 18 transfer closed with outstanding read data remaining\nfatal: expected 'packfile'"],
    [
      'truncated',
      'error: RPC failed; curl 56 Recv failure: Connection reset by peer\nfetch-pack: unexpected disconnect while reading sideband packet\nfatal: early EOF\nfatal: fetch-pack: invalid index-pack output',
    ],
    ['damaged', "fatal: expected 'packfile'"],
    [
      'damaged',
      'remote: aborting due to possible repository corruption on the remote side.\nfatal: early EOF\nfatal: fetch-pack: invalid index-pack output',
    ],
    ['damaged', 'error: inflate: data stream error (incorrect data check)\nfatal: pack has bad object at offset 205: inflate returned -3'],
    ['authentication_required', "fatal: could not read Username for 'https://example.org': terminal prompts disabled"],
    ['repository_not_found', "fatal: repository 'https://example.org/x.git/' not found"],
    ['not_a_git_server', 'fatal: https://example.org/x.git/info/refs not valid: is this a git repository?'],
    ['redirect_refused', "fatal: unable to access 'https://example.org/x.git/': The requested URL returned error: 302"],
    ['transport_refused', "fatal: transport 'ext' not allowed"],
    ['host_not_found', "fatal: unable to access 'https://x.invalid/': Could not resolve host: x.invalid"],
    ['unavailable', "fatal: unable to access 'https://example.org/': The requested URL returned error: 503"],
    ['unavailable', KILLED],
    ['unavailable', 'error: index-pack died of signal 9\nfatal: index-pack failed'],
    ['unavailable', ''],
    [
      'memory_over_bound',
      'fatal: Out of memory, malloc failed (tried to allocate 4096 bytes)\nfatal: fetch-pack: invalid index-pack output',
    ],
    ['memory_over_bound', 'fatal: mmap failed: Cannot allocate memory'],
    ['damaged', 'remote: fatal: Out of memory, malloc failed (tried to allocate 4096 bytes)\nfatal: early EOF'],
    ['time_over_bound', 'error: index-pack died of signal 24\nfatal: fetch-pack: invalid index-pack output'],
    ['mirror_failed', 'fatal: write error: No space left on device\nfatal: fetch-pack: invalid index-pack output'],
    [
      'mirror_failed',
      "fatal: Unable to create temporary file '/m.git/objects/pack/tmp_pack_XXXXXX': Read-only file system\nfatal: fetch-pack: invalid index-pack output",
    ],
    ['damaged', 'remote: fatal: write error: No space left on device\nfatal: early EOF\nfatal: fetch-pack: invalid index-pack output'],
    ['mirror_failed', 'fatal: something that nobody has seen'],
  ])('%s: %s', (code, words) => {
    expect(classifyGitFailure(failed(words)).code).toBe(code);
  });

  it('removes every secret in any form', () => {
    const words = "fatal: unable to access 'https://bot:hush@example.org/x': Authorization: Basic Ym90 and hush again";
    const { message } = classifyGitFailure(failed(words), ['hush']);
    expect(message).toBe("fatal: unable to access 'https://***@example.org/x': Authorization: Basic *** and *** again");
  });
});

describe('classifyReadFailure', () => {
  it.each([
    ['damaged', failed('fatal: unable to read tree 1234')],
    ['mirror_failed', failed(`${NOT_STARTED}: sh: 0: Cannot fork`)],
    ['damaged', failed('fatal: bad object', 'SIGSEGV')],
    ['memory_over_bound', failed('fatal: Out of memory, realloc failed')],
    ['memory_over_bound', failed('', 'SIGKILL')],
    ['time_over_bound', failed('', 'SIGXCPU')],
  ])('%s', (code, end) => {
    expect(classifyReadFailure(end).code).toBe(code);
  });
});

it.each<[string, string, NodeJS.Signals | null, boolean]>([
  ['interrupted', '', 'SIGKILL', false],
  ['interrupted', '', 'SIGTERM', false],
  ['interrupted', 'error: Out of memory, malloc failed (tried to allocate 12000006 bytes)\nfatal: packed object 1 is corrupt', null, false],
  ['interrupted', 'fatal: mmap failed: Cannot allocate memory', null, false],
  ['interrupted', 'error: error reading from pack-1.pack: Input/output error', 'SIGKILL', true],
  ['interrupted', 'error: unable to open object pack directory: objects/pack: Too many open files in system', 'SIGKILL', true],
  ['damaged', 'remote: Input/output error', null, false],
  // It did not find the object, and was ended for that.
  ['interrupted', 'error: Out of memory, malloc failed (tried to allocate 100 bytes)', 'SIGKILL', true],
  ['damaged', 'error: unable to unpack 1 header', 'SIGKILL', true],
  ['damaged', 'fatal: loose object 1 is corrupt', null, false],
  ['over_bound', '', 'SIGXCPU', false],
])('git gave no object: %s where it says %p and %p ended it', (stop, messages, signal, wasStopped) => {
  expect(readStopOf({ succeeded: false, signal, messages }, wasStopped)).toBe(stop);
});
