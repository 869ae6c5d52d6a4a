import type { Locale } from '#i18n/locales.ts';
import type calls from '#locales/en/calls.json';
import type payee from '#locales/en/payee.json';
import type { User } from '#shared/core/envelope.ts';
import type { Payee } from '../stores/payee.ts';

export type PayeeProps = {
  readonly locale: Locale;
  readonly calls: typeof calls;
  readonly strings: typeof payee;
};

/** Props shared by the checklist's steps. */
export type StepProps = { readonly user: User; readonly payee: Payee };
