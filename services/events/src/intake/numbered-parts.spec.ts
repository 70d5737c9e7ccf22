import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { partWithoutNumbers } from './numbered-parts.ts';

const at = (path: string, source: 'git_repo' | 'google_docs' = 'git_repo', url = 'https://host.example/acme') =>
  partWithoutNumbers({ source_type: source, path, container: { url } });

describe('partWithoutNumbers', () => {
  it.each([
    ['report.pdf!/page 3', 'page'],
    ['report.pdf!/page 3 notes', 'page notes'],
    ['talk.pptx!/slide 12', 'slide'],
    ['talk.pptx!/notes 12', 'notes'],
    ['old.doc!/Pictures/picture 2', 'Pictures/picture'],
    ['box.mbox!/message 7!/plan.xlsx!/June', 'message!/plan.xlsx!/sheet'],
    ['a.zip!/talk 2.pptx!/slide 1', 'talk 2.pptx!/slide'],
    ['a.zip!/Salaries.XLSX!/June!/base64', 'Salaries.XLSX!/sheet!/base64'],
    ['data.db!/users, row 7, photo!/page 1', 'users, row, photo!/page'],
    ['notes.rtf!/file 2!/text', 'file!/text'],
  ])('%s is in %s', (path, part) => {
    expect(at(path)).toBe(part);
  });

  it.each([
    'README.md',
    'page 3',
    'a.zip!/2026-01/.env',
    'a.zip!/page 3.txt',
    'a.docx!/text',
    'a.zip!/project-1.1/page 3/a',
    'plan.xlsx',
    'a.zip!/b.xlsx',
  ])('%s is a place of its own', (path) => {
    expect(at(path)).toBeNull();
  });

  it('tabs of a Google spreadsheet are sheets; files in an archive of Drive are not', () => {
    expect(at('Plan!/June', 'google_docs', 'https://docs.example/spreadsheets/d/1/edit')).toBe('sheet');
    expect(at('Plan!/a/.env', 'google_docs', 'https://drive.example/file/d/1/view')).toBeNull();
  });

  it('numbers change nothing, names of documents do', () => {
    const kind = fc.constantFrom('page', 'slide', 'notes', 'message', 'file');
    const name = fc.stringMatching(/^[a-z]{1,8}\.(pdf|zip)$/);
    fc.assert(
      fc.property(name, name, kind, fc.nat(), fc.nat(), (outer, inner, part, one, other) => {
        expect(at(`${outer}!/${inner}!/${part} ${one}`)).toBe(at(`${outer}!/${inner}!/${part} ${other}`));
        expect(at(`${outer}!/a${inner}!/${part} ${one}`)).not.toBe(at(`${outer}!/${inner}!/${part} ${one}`));
      }),
    );
  });
});
