import { commentOnMany, createComment, listComments } from '@leakwatch/contracts';
import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { World } from '../../../../mock/world.ts';
import { captureStream } from '../../../app/live-stream.fixture.ts';
import { enabled, FULL_ROWS, openPage } from '../../../app/open-page.fixture.tsx';

/** The conversation of the first event, which has five comments in the mock's world. */
const discussed = () => within(screen.getAllByRole('group', { name: 'Comments' })[0] ?? document.body);
const texts = () => discussed().getAllByRole('listitem').length;

describe('the comments of an event', () => {
  test('are only read by people of an inactive organisation', async () => {
    const { user } = await openPage('/?status=all', {
      stored: FULL_ROWS,
      world: (world) => {
        world.events = world.events.map((event) => ({ ...event, owner_status: false }));
      },
    });
    await user.click(discussed().getByRole('button', { name: 'Show 2 more comments' }));
    await waitFor(() => expect(texts()).toBe(5));
    expect(
      discussed()
        .getAllByRole('button')
        .map((button) => button.textContent),
    ).toEqual(['Show fewer comments']);
  });

  test('are the first three, and all on demand', async () => {
    const { user } = await openPage('/?status=all', { stored: FULL_ROWS });
    expect(texts()).toBe(3);
    discussed().getByText('<b>not markup</b> https://evil.example');
    await user.click(discussed().getByRole('button', { name: 'Show 2 more comments' }));
    await waitFor(() => expect(texts()).toBe(5));
    await user.click(discussed().getByRole('button', { name: 'Show fewer comments' }));
    expect(texts()).toBe(3);
  });

  test('are folded where they are long, and shown whole on demand', async () => {
    const long = 'word '.repeat(800).trim();
    const { user } = await openPage('/?status=all', {
      stored: FULL_ROWS,
      world: (it) => {
        for (const [event, [first]] of [...it.comments]) if (first !== undefined) it.comment(event, () => [{ ...first, text: long }]);
      },
    });
    expect(discussed().getByText(/^word /).textContent).toMatch(/^(word ){100,130}word…$/);
    await user.click(discussed().getByRole('button', { name: 'Show all' }));
    expect(discussed().getByText(/^word /).textContent).toBe(long);
    await user.click(discussed().getByRole('button', { name: 'Show less' }));
    expect(discussed().getByText(/^word /).textContent).toMatch(/…$/);
  });

  test('are added; an empty one and a failure are said, and nothing typed is lost', async () => {
    const { world, user } = await openPage('/?status=all', { stored: FULL_ROWS });
    await user.click(discussed().getByRole('button', { name: 'Comment' }));
    const field = discussed().getByRole('textbox', { name: 'Comment' });
    await user.type(field, '   ');
    await user.click(discussed().getByRole('button', { name: 'Send' }));
    discussed().getByText('Write a comment first');
    world.refuse(createComment, 409, 'comments_limit_reached');
    await user.type(field, 'revoked at 10:02');
    await user.click(discussed().getByRole('button', { name: 'Send' }));
    expect((await discussed().findByRole('alert')).textContent).toMatch(/Could not add the comment.*500 comments/);
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    expect(field).toHaveProperty('value', '   revoked at 10:02');
    world.refusals.clear();
    await enabled(discussed().getByRole('button', { name: 'Send' }));
    await user.click(discussed().getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(texts()).toBe(6));
    discussed().getByText('revoked at 10:02');
  });

  test('of a colleague appear in the open conversation when the live stream says that events changed', async () => {
    const stream = captureStream();
    try {
      const { world, user } = await openPage('/?status=all', { stored: FULL_ROWS });
      await user.click(discussed().getByRole('button', { name: 'Show 2 more comments' }));
      await waitFor(() => expect(texts()).toBe(5));
      const [of = '', [first]] = [...world.comments][0] ?? ['', []];
      if (first === undefined) throw new Error('no comment');
      const theirs = { ...first, id: crypto.randomUUID(), text: 'the key is revoked', username: 'a colleague' };
      world.comment(of, (comments) => [...comments.slice(1), theirs]);
      expect(discussed().queryByText('the key is revoked')).toBeNull();
      stream.notify('events');
      await discussed().findByText('the key is revoked');
      expect(texts()).toBe(5);
    } finally {
      stream.stop();
    }
  });

  test('say in the form that the one that is being changed was changed meanwhile, and what it says now', async () => {
    const stream = captureStream();
    try {
      const { world, user } = await openPage('/?status=all', { stored: FULL_ROWS });
      await user.click(discussed().getByRole('button', { name: 'Edit the comment' }));
      const field = discussed().getByRole('textbox', { name: 'Comment' });
      await user.type(field, ' typed');
      const [of = '', stored = []] = [...world.comments][0] ?? [];
      const own = stored.find(({ text }) => discussed().queryByText(text) === null);
      world.comment(of, (comments) =>
        comments.map((one) => (one.id === own?.id ? { ...one, text: 'from another window', updated: '2031-01-01T00:00:00.000Z' } : one)),
      );
      stream.notify('events');
      const note = within(await discussed().findByRole('alert'));
      note.getByText(/^This comment was changed while you were changing it/);
      note.getByText('from another window');
      expect(field).toHaveProperty('value', `${own?.text} typed`);
    } finally {
      stream.stop();
    }
  });

  test('stay in the form when a colleague deletes the one that is being changed, and can be sent as a new one', async () => {
    const stream = captureStream();
    try {
      const { world, user } = await openPage('/?status=all', { stored: FULL_ROWS });
      await user.click(discussed().getByRole('button', { name: 'Edit the comment' }));
      const field = discussed().getByRole('textbox', { name: 'Comment' });
      await user.clear(field);
      await user.type(field, 'typed for minutes');
      const edited = within(field.closest('li') ?? document.body);
      const [of = '', stored = []] = [...world.comments][0] ?? [];
      const own = stored.find(({ text }) => discussed().queryByText(text) === null);
      world.comment(of, (comments) => comments.filter(({ id }) => id !== own?.id));
      stream.notify('events');
      await edited.findByText(/was deleted while you were changing it/);
      expect([field.isConnected, document.activeElement === field]).toEqual([true, true]);
      await user.click(edited.getByRole('button', { name: 'Send' }));
      await waitFor(() => expect(world.comments.get(of)?.at(-1)?.text).toBe('typed for minutes'));
      await waitFor(() => expect(discussed().queryByRole('textbox')).toBeNull());
    } finally {
      stream.stop();
    }
  });

  test('are sent once, however often the keys are pressed, and the focus goes back to the button', async () => {
    const { world, user } = await openPage('/?status=all', { stored: FULL_ROWS });
    await user.click(discussed().getByRole('button', { name: 'Comment' }));
    await user.type(discussed().getByRole('textbox', { name: 'Comment' }), 'once{Control>}{Enter}{Enter}{Enter}{/Control}');
    await waitFor(() => expect(texts()).toBe(6));
    expect([...world.comments.values()][0]).toHaveLength(6);
    await waitFor(() => expect(document.activeElement).toBe(discussed().getByRole('button', { name: 'Comment' })));
  });

  test('that were not sent are kept by Escape and given up by "Cancel"', async () => {
    const { user } = await openPage('/?status=all', { stored: FULL_ROWS });
    const write = async () => {
      await user.click(discussed().getByRole('button', { name: 'Comment' }));
      return discussed().getByRole('textbox', { name: 'Comment' });
    };
    await user.type(await write(), 'half a thought{Escape}');
    expect(discussed().queryByRole('textbox')).toBeNull();
    expect(await write()).toHaveProperty('value', 'half a thought');
    await user.click(discussed().getByRole('button', { name: 'Cancel' }));
    expect(await write()).toHaveProperty('value', '');
  });

  test('that are being changed keep what was typed when another event is chosen, and say so; "Cancel" gives it up', async () => {
    const { world, user } = await openPage('/?status=all', { stored: FULL_ROWS });
    const change = async () => {
      await user.click(discussed().getByRole('button', { name: 'Edit the comment' }));
      return discussed().getByRole<HTMLTextAreaElement>('textbox', { name: 'Comment' });
    };
    const own = (await change()).value;
    await user.type(discussed().getByRole('textbox', { name: 'Comment' }), ' and more\nlines');
    // What chooses another event, pages or goes back takes the form from the screen as this does.
    await user.click(screen.getByRole('link', { name: /^Tasks/ }));
    await waitFor(() => expect(screen.queryByRole('group', { name: 'Comments' })).toBeNull());
    window.history.back();
    await waitFor(() => discussed().getByText('unsaved change'));
    discussed().getByText(own);
    const [of = '', stored = []] = [...world.comments][0] ?? [];
    expect(await change()).toHaveProperty('value', `${own} and more\nlines`);
    expect(discussed().queryByRole('alert')).toBeNull();
    await user.click(discussed().getByRole('button', { name: 'Cancel' }));
    expect(discussed().queryByText('unsaved change')).toBeNull();
    expect(await change()).toHaveProperty('value', own);
    expect(world.comments.get(of)).toBe(stored);
  });

  test('that are changed again after somebody else changed them say so', async () => {
    const { world, user } = await openPage('/?status=all', { stored: FULL_ROWS });
    await user.click(discussed().getByRole('button', { name: 'Edit the comment' }));
    await user.type(discussed().getByRole('textbox', { name: 'Comment' }), ' typed{Escape}');
    const [of = ''] = [...world.comments][0] ?? [];
    await user.click(screen.getByRole('link', { name: /^Tasks/ }));
    world.comment(of, (comments) => comments.map((one) => ({ ...one, text: 'from staff', updated: '2031-01-01T00:00:00.000Z' })));
    window.history.back();
    await waitFor(() => expect(discussed().getAllByText('from staff')).not.toHaveLength(0));
    await user.click(discussed().getByRole('button', { name: 'Edit the comment' }));
    within(discussed().getByRole('alert')).getByText(/^This comment was changed while you were changing it/);
    expect(discussed().getByRole<HTMLTextAreaElement>('textbox', { name: 'Comment' }).value).toMatch(/ typed$/);
  });

  test('are changed and deleted by their author', async () => {
    const { world, user } = await openPage('/?status=all', { stored: FULL_ROWS });
    expect(discussed().getAllByRole('button', { name: 'Edit the comment' })).toHaveLength(1);
    await user.click(discussed().getByRole('button', { name: 'Edit the comment' }));
    const field = discussed().getByRole('textbox', { name: 'Comment' });
    await user.clear(field);
    await user.type(field, 'changed my mind{Control>}{Enter}{/Control}');
    await user.click(await discussed().findByRole('button', { name: 'Delete the comment' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect([...world.comments.values()][0]).toHaveLength(5);
    await user.click(discussed().getByRole('button', { name: 'Delete the comment' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(discussed().queryByText('changed my mind')).toBeNull());
  });

  test('of others are changed by staff', async () => {
    await openPage('/?status=all', { stored: FULL_ROWS, staff: true });
    expect(discussed().getAllByRole('button', { name: 'Edit the comment' })).toHaveLength(3);
  });

  test('that cannot be loaded leave the first ones, and are asked for again', async () => {
    const { world, user } = await openPage('/?status=all', {
      stored: FULL_ROWS,
      world: (it) => it.refuse(listComments, 503, 'unavailable'),
    });
    await user.click(discussed().getByRole('button', { name: 'Show 2 more comments' }));
    await discussed().findByText(/Could not load the comments/);
    expect(texts()).toBe(3);
    world.refusals.clear();
    await user.click(discussed().getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(texts()).toBe(5));
  });
});

describe('a comment on several events', () => {
  const dialog = async () => within(await screen.findByRole('dialog'));
  const lastTexts = (world: World) => world.events.slice(0, 3).map(({ id }) => world.comments.get(id)?.at(-1)?.text ?? null);
  const bare = (world: World) => {
    world.comments.clear();
  };

  test('goes to the selected ones, which stay selected; the message deletes it again', async () => {
    const { world, user } = await openPage('/?status=all', { world: bare });
    await user.keyboard('jxjx');
    await user.click(screen.getByRole('button', { name: 'Comment' }));
    const shown = await dialog();
    shown.getByRole('heading', { name: 'Comment on 2 events' });
    await user.type(shown.getByRole('textbox', { name: 'Comment' }), 'rotated, see OPS-12');
    await user.click(shown.getByRole('button', { name: 'Send' }));
    await screen.findByText('The comment was added to 2 events');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(lastTexts(world)).toEqual(['rotated, see OPS-12', 'rotated, see OPS-12', null]);
    screen.getByText('2 events selected');
    await user.click(await screen.findByRole('button', { name: /Undo/ }));
    await screen.findByText('2 comments were deleted');
    expect(lastTexts(world)).toEqual([null, null, null]);
  });

  test('goes to the current one with c; after a failure what was typed is still there', async () => {
    const { world, user } = await openPage('/?status=all', { world: bare });
    await user.keyboard('jjc');
    const shown = await dialog();
    shown.getByRole('heading', { name: 'Comment on 1 event' });
    const field = shown.getByRole('textbox', { name: 'Comment' });
    await user.type(field, 'ours');
    world.refuse(commentOnMany, 409, 'events_max', { details: { max: 10_000 } });
    await user.click(shown.getByRole('button', { name: 'Send' }));
    expect((await shown.findByRole('alert')).textContent).toMatch(/Could not add the comments.*more than 10.?000 events/);
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    expect(field).toHaveProperty('value', 'ours');
    world.refusals.clear();
    await enabled(shown.getByRole('button', { name: 'Send' }));
    await user.click(shown.getByRole('button', { name: 'Send' }));
    await screen.findByText('The comment was added to 1 event');
    expect(lastTexts(world)).toEqual([null, 'ours', null]);
  });

  test('goes to all that match, by their filters', async () => {
    const { world, user } = await openPage('/?status=open', { world: bare });
    const open = world.events.filter(({ status }) => status === 'open');
    await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
    await user.click(screen.getByRole('button', { name: /^Select all \d/ }));
    await user.click(screen.getByRole('button', { name: 'Comment' }));
    const shown = await dialog();
    await user.type(shown.getByRole('textbox', { name: 'Comment' }), 'known');
    await user.click(shown.getByRole('button', { name: 'Send' }));
    await screen.findByText(`The comment was added to ${open.length} events`);
    expect([...world.comments.values()].flat()).toHaveLength(open.length);
  });
});
