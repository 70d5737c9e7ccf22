import { addressOfLogo, uploadLogo } from '@leakwatch/contracts';
import { LOGO_BYTES_MAX } from '@leakwatch/rules';
import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { ORGANISATION } from '../../../mock/data/tasks.ts';
import { mockId } from '../../../mock/ids.ts';
import { openPage } from '../../app/open-page.fixture.tsx';

const EDIT = `/settings/organisations?dialog=${ORGANISATION.id}`;
const staff = { staff: true };
const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1);
const fileOf = (bytes: Uint8Array<ArrayBuffer>, name = 'logo.png') => new File([bytes], name, { type: 'image/png' });

async function open(path: string, options: Parameters<typeof openPage>[1] = staff) {
  const opened = await openPage(path, options);
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByRole('button', { name: /^Choose (a|another) file$/ });
  const choose = (file: File) => {
    const input = document.querySelector<HTMLInputElement>('input[type=file][name=logo]');
    if (input === null) throw new Error('no field');
    return opened.user.upload(input, file);
  };
  return { ...opened, dialog, choose };
}

describe('the logo of an organisation', () => {
  test('is shown in the table, the frame and the profile', async () => {
    await openPage('/settings/organisations', staff);
    const image = (of: HTMLElement) => of.querySelector(`img[src="${ORGANISATION.logo}"]`);
    expect(image(screen.getAllByRole('row')[1] ?? document.body)).not.toBeNull();
    expect(image(screen.getAllByRole('row')[2] ?? document.body)).toBeNull();
    expect(image(screen.getByRole('banner'))?.getAttribute('alt')).toBe('ООО «Пример»');
    await openPage('/profile');
    expect(image(screen.getByRole('main'))).not.toBeNull();
  });

  test('is uploaded when a file is chosen, and given when the form is saved', async () => {
    const { world, user, dialog, choose } = await open(EDIT);
    await choose(fileOf(PNG));
    const uploaded = addressOfLogo(mockId(51, 1));
    await waitFor(() => expect(dialog.getByRole('img', { name: 'Logo of the organisation' }).getAttribute('src')).toBe(uploaded));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(world.sent).toEqual([{ logo: uploaded }]));
  });

  test('is removed', async () => {
    const { world, user, dialog } = await open(EDIT);
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    dialog.getByText('None');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(world.sent).toEqual([{ logo: null }]));
  });

  test.each([
    ['no PNG or JPG by its content', fileOf(new TextEncoder().encode('<html></html>')), 'The logo must be a PNG or JPG file'],
    ['too large', fileOf(new Uint8Array(LOGO_BYTES_MAX + 1)), 'The file is larger than 2 MB'],
  ])('a file that is %s is not sent', async (_, file, text) => {
    const { dialog, choose } = await open(EDIT, { ...staff, world: (made) => made.refuse(uploadLogo, 500, 'internal') });
    await choose(file);
    await dialog.findByText(text);
    dialog.getByRole('img', { name: 'Logo of the organisation' });
  });

  test('says why the server refused it, and keeps the logo', async () => {
    const { dialog, choose } = await open(EDIT, { ...staff, world: (made) => made.refuse(uploadLogo, 400, 'logo_dimensions') });
    await choose(fileOf(PNG));
    await dialog.findByText('The picture has more than 4096 pixels on a side');
    expect(dialog.getByRole('img', { name: 'Logo of the organisation' }).getAttribute('src')).toBe(ORGANISATION.logo);
  });
});
