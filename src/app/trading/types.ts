import type { Account } from '#app/accounts/stores/accounts.ts';
import type { PriceCheckStrings } from '#app/shell/price-check-texts.ts';
import type { Locale } from '#i18n/locales.ts';
import type calls from '#locales/en/calls.json';
import type terminal from '#locales/en/terminal.json';
import type { PriceChartStrings } from './chart-texts.ts';

export type TerminalStrings = typeof terminal;

export type TerminalProps = {
  readonly locale: Locale;
  readonly calls: typeof calls;
  readonly strings: TerminalStrings;
  readonly chartStrings: PriceChartStrings;
  readonly priceCheckStrings: PriceCheckStrings;
  /** Program → display name. */
  readonly programNames: Readonly<Record<Account['program'], string>>;
  /** The provider's web terminal, for accounts on its platform. */
  readonly providerTerminal: string;
};

export type NameOf = (account: Account) => string;
