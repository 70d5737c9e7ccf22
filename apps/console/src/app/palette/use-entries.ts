import { LOCALES } from '@leakwatch/vocabulary';
import { useMantineColorScheme } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { useLocation, useNavigate } from 'react-router-dom';
import { useSetLocaleMutation } from '../../features/access/api.ts';
import { useListEventViewsQuery } from '../../features/events/views/api.ts';
import { viewQuery } from '../../features/events/views/view-address.ts';
import { useListOrganisationOptionsQuery, useListTaskOptionsQuery } from '../../shared/api/options.ts';
import { useSettings } from '../../shared/api/settings.ts';
import { changeLocale } from '../../shared/i18n/i18n.ts';
import { useLocale } from '../../shared/i18n/use-locale.ts';
import type { MenuEntry } from '../../shared/lib/feature.ts';
import { pageActions } from '../../shared/palette/page-actions.ts';
import { notifyProblem } from '../../shared/ui/notify.tsx';
import { SCHEMES } from '../../shared/ui/scheme.ts';
import { menuOf } from '../features.ts';
import { mayOpen } from '../route-roles.ts';
import { type Entry, eventIn } from './entries.ts';

/** A page is named by the first menu that has it. */
const MENUS: readonly MenuEntry['place'][] = ['bar', 'palette', 'icons', 'user', 'settings'];

/** All that can be found for a person now, and whether a part of it could not be loaded. */
export function useEntries(typed: string): { readonly entries: readonly Entry[]; readonly isPartial: boolean; readonly retry: () => void } {
  const { t } = useTexts();
  const navigate = useNavigate();
  const inOrganisation = (useSettings()?.organisation ?? null) !== null;
  const tasks = useListTaskOptionsQuery({ org: undefined });
  const views = useListEventViewsQuery(undefined, { skip: !inOrganisation });
  const organisations = useOrganisations();
  const go = (path: string) => () => void navigate(path);
  const place = { about: null, shortcut: null } as const;
  const event = eventIn(typed);
  // Those of the moment when the palette was opened: a message whose time is over meanwhile takes no undo away.
  const [offered] = useState(pageActions);
  const actions = offered.map((action): Entry => ({ ...action, kind: 'action', id: `action ${action.id}` }));
  const entries = [
    ...(event === null
      ? []
      : [{ ...place, kind: 'event' as const, id: event, title: t('palette.open_event'), about: event, run: go(`/events/${event}`) }]),
    ...actions,
    ...(views.data ?? []).flatMap((view): Entry[] =>
      view.fault === 'filters'
        ? []
        : [{ ...place, kind: 'view', id: `view ${view.id}`, title: view.name, run: go(`/?${viewQuery(view)}`) }],
    ),
    ...(tasks.data ?? []).map(({ id, title }): Entry => ({ ...place, kind: 'task', id: `task ${id}`, title, run: go(`/task/${id}`) })),
    ...organisations.entries,
    ...usePages(go),
    ...useFrameActions(),
  ];
  return {
    entries,
    isPartial: tasks.isError || views.isError || organisations.isError,
    retry: () => {
      if (tasks.isError) void tasks.refetch();
      if (views.isError) void views.refetch();
      if (organisations.isError) organisations.refetch();
    },
  };
}

/** Pages that show one organisation, by the same parameter of the address. */
const OF_ORGANISATION = ['/', '/overview', '/blacklist', '/reports', '/settings/statistics'];

/** For staff: every organisation, shown on the page that is open where it can be narrowed to one, otherwise on that of the events. */
function useOrganisations() {
  const { t } = useTexts();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const staff = useSettings()?.is_staff ?? false;
  const { data = [], isError, refetch } = useListOrganisationOptionsQuery(undefined, { skip: !staff });
  const path = OF_ORGANISATION.includes(pathname) ? pathname : '/';
  const about = t('common.organisation.label');
  const entry = (id: string, title: string, search: string): Entry => ({
    ...{ kind: 'organisation', id: `organisation ${id}`, title, about, shortcut: null },
    run: () => void navigate(`${path}${search}`),
  });
  const entries = data.map(({ id, name }) => entry(id, name, `?org=${id}`));
  return {
    entries: staff ? [entry('all', t('common.organisation.all'), ''), ...entries] : [],
    isError,
    refetch: () => void refetch(),
  };
}

/** The pages of the menus that the person may open. */
function usePages(go: (path: string) => () => void): readonly Entry[] {
  const { t } = useTexts();
  const locale = useLocale();
  const settings = useSettings();
  const pages = MENUS.flatMap(menuOf).flatMap(({ place, path, title }): Entry[] => {
    if (path === null || !mayOpen(path, settings)) return [];
    const about = place === 'settings' ? t('common.settings.title') : null;
    return [{ kind: 'page', id: `page ${path}`, title: title[locale], about, shortcut: null, run: go(path) }];
  });
  return pages.filter(({ id }, at) => pages.findIndex((other) => other.id === id) === at);
}

/** What the frame offers on every page: the other language and looks, and the way out. */
function useFrameActions(): readonly Entry[] {
  const { t } = useTexts();
  const navigate = useNavigate();
  const locale = useLocale();
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const [setLocale] = useSetLocaleMutation();
  const choose = async (chosen: (typeof LOCALES)[number]) => {
    await changeLocale(chosen, true);
    const { error } = await setLocale({ locale: chosen });
    if (error !== undefined) notifyProblem(t('common.language.failed'), error);
  };
  const action = { kind: 'console', about: null, shortcut: null } as const;
  return [
    ...LOCALES.filter((one) => one !== locale).map((one) => ({
      ...action,
      id: `locale ${one}`,
      title: `${t('common.language.label')}: ${t(`common.language.${one}`)}`,
      run: () => void choose(one),
    })),
    ...SCHEMES.filter((one) => one !== colorScheme).map((one) => ({
      ...action,
      id: `scheme ${one}`,
      title: `${t('common.scheme.label')}: ${t(`common.scheme.${one}`)}`,
      run: () => setColorScheme(one),
    })),
    { ...action, id: 'sign-out', title: t('common.user.sign_out'), run: () => void navigate('/logout') },
  ];
}
