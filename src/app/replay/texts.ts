import { createTexts, type Texts } from '#app/shell/create-texts.tsx';
import type { Locale } from '#i18n/locales.ts';
import type fillReplay from '#locales/en/fill-replay.json';
import type { SoldOffer } from '#shared/replay/odds/odds.ts';

export const { TextsProvider, useTexts } = createTexts<typeof fillReplay>();

export type FillReplayTexts = Texts<typeof fillReplay>;

/** Strings shown before a file is chosen. The page contains these; all others load with the island. */
type FirstStrings = Pick<
  typeof fillReplay,
  'drop' | 'choose' | 'sample' | 'formats' | 'privacy' | 'retry' | 'stringsFailed'
>;

/** An account on sale with its name, such as `Classic 50K`, and the page that sells it. */
export type NamedOffer = SoldOffer & { readonly name: string; readonly href: string };

export type FillReplayProps = {
  readonly locale: Locale;
  readonly strings: FirstStrings;
  readonly offers: readonly NamedOffer[];
  readonly rulesVersion: string;
  /** The account that the page is about, shown first in the chart. */
  readonly preferred: string;
};
