import { describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { openPage, settle } from '../../../../app/open-page.fixture.tsx';

const parameters = () => [...new URLSearchParams(window.location.search)].map(([name, value]) => `${name}=${value}`);

describe('the search by words', () => {
  const open = async (path: string, locale?: 'ru') => {
    const page = await openPage(path, locale === undefined ? {} : { locale });
    await page.user.click(await screen.findByRole('combobox', { name: /^(Search in|Где искать)$/ }));
    await page.user.click(await screen.findByRole('option', { name: /^(Words|Слова)$/, hidden: true }));
    const field = await screen.findByPlaceholderText(/^is:open severity:high/);
    return { ...page, field };
  };

  test('shows the filters as words, and sets those that are typed; the others stay', async () => {
    const { field, user, world } = await open('/?status=closed&repo_name=team%2Fbilling&source_type=git_repo');
    expect(field).toHaveProperty('value', 'is:closed repo:team/billing');
    await user.clear(field);
    await user.type(field, 'is:all severity:high severity:none path:docs/ "SMTP_host"{Enter}');
    await settle();
    expect(parameters()).toEqual([
      'status=all',
      'severity=high',
      'severity=none',
      'source_type=git_repo',
      'path_part=docs/',
      'file_content=SMTP_host',
    ]);
    await user.clear(field);
    await user.type(field, `task:"${world.tasks[0]?.title ?? ''}"{Enter}`);
    await settle();
    expect(parameters()).toEqual([`task=${world.tasks[0]?.id ?? ''}`, 'source_type=git_repo']);
  });

  test('refuses what it does not know, in place and with what is known, and changes nothing', async () => {
    const { field, user } = await open('/?severity=high', 'ru');
    await user.clear(field);
    await user.type(field, 'repository:x{Enter}');
    screen.getByText(/^Нет слова «repository»\. Известны: is, severity, reason, task, pattern, repo, path, owner, author\./);
    expect(parameters()).toEqual(['severity=high']);
    await user.clear(field);
    await user.type(field, 'is:opened{Enter}');
    screen.getByText(/^У is нет значения «opened»\. Известны: open, in_progress,/);
    expect(parameters()).toEqual(['severity=high']);
  });

  test('completes words and the values that events have', async () => {
    const { field, user, world } = await open('/?status=all');
    const author = world.events.find((event) => event.commit_author !== null)?.commit_author ?? '';
    await user.clear(field);
    await user.type(field, 'au');
    await user.click(await screen.findByRole('option', { name: 'author:', hidden: true }));
    await waitFor(() => expect(field).toHaveProperty('value', 'author:'));
    await user.click((await screen.findAllByRole('option', { name: new RegExp(author.slice(0, 4)), hidden: true }))[0] ?? field);
    await user.type(field, '{Escape}{Enter}');
    await settle();
    expect(parameters()).toEqual([expect.stringMatching(/^author=/)]);
  });

  test('is remembered by the browser', async () => {
    const { user } = await open('/?status=all');
    await user.click(screen.getByRole('link', { name: /^Overview/ }));
    await waitFor(() => expect(window.location.pathname).toBe('/overview'));
    await user.click(screen.getByRole('link', { name: /^Events/ }));
    expect(await screen.findByPlaceholderText(/^is:open severity:high/)).toHaveProperty('value', '');
  });
});
