import type { Locale } from '#i18n/locales.ts';
import type calls from '#locales/en/calls.json';
import type identity from '#locales/en/identity.json';

export type IdentityProps = {
  readonly locale: Locale;
  readonly calls: typeof calls;
  readonly strings: typeof identity;
};
