import type calls from '../../../public/locales/en/calls.json';
import type identity from '../../../public/locales/en/identity.json';
import type { Locale } from '../../i18n/locales.ts';

export type IdentityProps = {
  readonly locale: Locale;
  readonly calls: typeof calls;
  readonly strings: typeof identity;
};
