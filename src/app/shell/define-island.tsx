import type { ComponentType, ReactNode } from 'react';
import type { Locale } from '#i18n/locales.ts';
import type calls from '#locales/en/calls.json';
import type { RouteName } from '#routes.ts';
import { AppShell } from './app-shell.tsx';
import { type ProgramNames, ProgramNamesContext } from './program-names.ts';

/** What a page passes to an island: its area's strings, and the names of the programs if it shows accounts. */
export type IslandProps<Dictionary> = {
  readonly locale: Locale;
  readonly calls: typeof calls;
  readonly strings: Dictionary;
  readonly programNames?: ProgramNames;
};

type ProviderProps<Dictionary> = Pick<IslandProps<Dictionary>, 'locale' | 'strings'> & { readonly children: ReactNode };

type Island<Dictionary, Props> = {
  /** The route of the screen, or where the page says which of several it is. */
  readonly route: RouteName | ((props: Props) => RouteName);
  readonly texts: ComponentType<ProviderProps<Dictionary>>;
  readonly screen: ComponentType<Props>;
  /** The screen's layout without its content. */
  readonly skeleton?: ComponentType<Props>;
};

/** A screen as its page uses it: with session, guard and toasts around it, and its area's texts. */
export function defineIsland<Dictionary, Props extends IslandProps<Dictionary>>(island: Island<Dictionary, Props>) {
  const { texts: TextsProvider, screen: Screen, skeleton: ScreenSkeleton } = island;
  return function Island(props: Props) {
    const { locale, calls: callStrings, strings, programNames = null } = props;
    const route = typeof island.route === 'function' ? island.route(props) : island.route;
    const skeleton = ScreenSkeleton && <ScreenSkeleton {...props} />;
    return (
      <ProgramNamesContext value={programNames}>
        <TextsProvider strings={strings} locale={locale}>
          <AppShell route={route} locale={locale} calls={callStrings} skeleton={skeleton}>
            <Screen {...props} />
          </AppShell>
        </TextsProvider>
      </ProgramNamesContext>
    );
  };
}
