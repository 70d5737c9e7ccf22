import { describe, expect, it } from '@jest/globals';
import { formatOf } from './formats.ts';

const VERSION = { nbformat: 4, nbformat_minor: 5 };

describe('formatOf', () => {
  it.each([
    { cells: [], metadata: {}, ...VERSION },
    { metadata: {}, cells: [], ...VERSION },
    { ...VERSION, cells: [] },
    { nbformat_minor: 0, metadata: {}, nbformat: 3, worksheets: [] },
    { worksheets: [], nbformat: 3 },
  ])('recognises a notebook by its first key and its version: %j', (notebook) => {
    expect(formatOf(Buffer.from(JSON.stringify(notebook)))).toBe('notebook');
    expect(formatOf(Buffer.from(`\r\n ${JSON.stringify(notebook, null, 1)}`))).toBe('notebook');
  });

  it.each([
    ['other JSON that names the version', { name: 'a', dependencies: { x: '"nbformat"' }, nbformat: 4 }],
    ['JSON with such a key and no version', { metadata: {}, cells: [] }],
    ['nothing at all', {}],
  ])('reads %s as text', (_, document) => {
    expect(formatOf(Buffer.from(JSON.stringify(document)))).toBeNull();
  });

  it.each([
    'Content-Type: multipart/mixed; boundary="b"',
    'DKIM-Signature: v=1; a=rsa-sha256; d=corp.example;\r\n\tb=abc',
    'ARC-Seal: i=1; a=rsa-sha256',
    'Authentication-Results: mx.corp.example; spf=pass',
    'Reply-To: a@corp.example',
    'Thread-Topic: hello',
  ])('recognises a mail whatever header comes first: %s', (header) => {
    const mail = `${header}\r\nFrom: a@corp.example\r\nMIME-Version: 1.0\r\n\r\ntext`;
    expect(formatOf(Buffer.from(mail))).toBe('mail');
    expect(formatOf(Buffer.from(`From a@corp.example Mon Nov 23 10:00:00 2026\n${mail}`))).toBe('mailbox');
  });

  it.each([
    ['settings', 'name: build\njobs:\n- a\nMIME-Version: 1.0\n'],
    ['a text with headers behind its first lines', 'Note: an example follows\n\nFrom: a@corp.example\nMIME-Version: 1.0\n'],
    ['an answer of a server', 'HTTP/1.1 200 OK\nDate: x\nMIME-Version: 1.0\n'],
  ])('reads %s as text', (_, text) => {
    expect(formatOf(Buffer.from(text))).toBeNull();
  });
});
