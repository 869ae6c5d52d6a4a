import type { Locale } from '#i18n/locales.ts';
import type calls from '#locales/en/calls.json';
import type copier from '#locales/en/copier.json';
import type { CopierAccount } from './stores/copier.ts';

export type CopierStrings = typeof copier;

export type CopierProps = {
  readonly locale: Locale;
  readonly calls: typeof calls;
  readonly strings: CopierStrings;
  /** Program → display name. */
  readonly programNames: Readonly<Record<CopierAccount['program'], string>>;
};

export type NameOf = (account: CopierAccount) => string;
