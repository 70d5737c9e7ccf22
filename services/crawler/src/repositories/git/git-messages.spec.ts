import { describe, expect, it } from '@jest/globals';
import { GitMessages } from './git-messages.ts';

describe('GitMessages', () => {
  it('reports progress, in any pieces, and keeps everything else', () => {
    const seen: [string, number][] = [];
    const text =
      'remote: Enumerating objects: 8, done.        \nremote: Counting objects:  50% (4/8)        \rremote: Counting objects: 100% (8/8), done.        \n' +
      'Receiving objects:  25% (2/8), 1.00 MiB | 2.00 MiB/s\rReceiving objects: 100% (8/8), done.\nResolving deltas: 100% (1/1), done.\n' +
      'remote: fatal: a broken object\nfatal: early EOF';
    for (const size of [1, 7, text.length]) {
      seen.length = 0;
      const messages = new GitMessages((stage, percent) => seen.push([stage, percent]));
      for (let at = 0; at < text.length; at += size) messages.push(text.slice(at, at + size));
      expect(seen).toEqual([
        ['remote', 50],
        ['remote', 100],
        ['receiving', 25],
        ['receiving', 100],
        ['resolving', 100],
      ]);
      expect(messages.text()).toBe('remote: fatal: a broken object\nfatal: early EOF');
    }
  });

  it('keeps the end of what a server sends without end', () => {
    const messages = new GitMessages();
    for (let index = 0; index < 200; index += 1) messages.push(`remote: ${'x'.repeat(1000)}\n`);
    messages.push('y'.repeat(100_000));
    expect(messages.text().length).toBeLessThanOrEqual(16 * 1024);
    expect(messages.text().endsWith('y')).toBe(true);
  });
});
