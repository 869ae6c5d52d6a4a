import type { ComponentType } from 'react';
import type { Locale } from '#i18n/locales.ts';
import type { Strings } from '#i18n/translate.ts';
import type calls from '#locales/en/calls.json';
import type { RouteName } from '#routes.ts';
import { AppShell } from './app-shell.tsx';
import { createTexts } from './create-texts.tsx';
import { type ProgramNames, ProgramNamesContext } from './program-names.ts';

/** What a page passes to an island: its area's strings, and the names of the programs if it shows accounts. */
export type IslandProps<Dictionary> = {
  readonly locale: Locale;
  readonly calls: typeof calls;
  readonly strings: Dictionary;
  readonly programNames?: ProgramNames;
};

type Island<Props> = {
  /** The route of the screen, or where the page says which of several it is. */
  readonly route: RouteName | ((props: Props) => RouteName);
  readonly screen: ComponentType<Props>;
  /** The screen's layout without its content. */
  readonly skeleton?: ComponentType<Props>;
};

/** Creates the texts of an area's screens, and the islands that provide them. */
export function createIslands<Dictionary extends Strings>() {
  const { TextsProvider, useTexts } = createTexts<Dictionary>();

  /** A screen as its page uses it: with session, guard and toasts around it, and its area's texts. */
  function defineIsland<Props extends IslandProps<Dictionary>>(island: Island<Props>) {
    const { screen: Screen, skeleton: ScreenSkeleton } = island;
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

  return { TextsProvider, defineIsland, useTexts };
}
