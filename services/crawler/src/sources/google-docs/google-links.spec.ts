import { describe, expect, test } from '@jest/globals';
import { googleId } from '@leakwatch/simulators';
import { readLink } from './google-links.ts';

describe('links to documents of Google', () => {
  const sites = { docs: 'https://docs.google.com', drive: 'https://drive.google.com', download: 'https://drive.usercontent.google.com' };
  const id = googleId(7);
  test.each([
    [`https://docs.google.com/document/d/${id}/edit#heading=h.1`, 'document'],
    [`https://docs.google.com/document/u/0/d/${id}/preview`, 'document'],
    [`https://docs.google.com/a/corp.example/spreadsheets/d/${id}/edit?gid=0`, 'spreadsheets'],
    [`https://docs.google.com/presentation/d/e/${id}/pub?start=false`, 'presentation published'],
    [`https://docs.google.com/forms/d/e/${id}/viewform`, 'forms published'],
    [`https://drive.google.com/file/d/${id}/view`, 'file'],
    [`https://drive.google.com/open?id=${id}`, 'file'],
    [`https://docs.google.com/uc?id=${id}&export=download`, 'file'],
    [`https://drive.google.com/drive/folders/${id}`, null],
    ['https://docs.google.com/document/d/short/edit', null],
    [`https://docs.google.com.evil.example/document/d/${id}/edit`, null],
    ['https://support.google.com/docs', null],
    ['not a link', null],
  ])('%s', (link, kind) => {
    const read = readLink(link, sites);
    expect(read === null ? null : `${read.kind}${read.published ? ' published' : ''}`).toBe(kind);
  });

  test('the key of an older file goes with it', () => {
    expect(readLink(`https://drive.google.com/file/d/${id}/view?resourcekey=0-abc`, sites)?.resourceKey).toBe('0-abc');
  });
});
