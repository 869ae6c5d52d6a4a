import type { Locale } from '#i18n/locales.ts';
import type calls from '#locales/en/calls.json';
import type profile from '#locales/en/profile.json';
import type { User } from '#shared/core/envelope.ts';
import type { OpenAccount } from '../stores/profile.ts';

export type ProfileProps = {
  readonly locale: Locale;
  readonly calls: typeof calls;
  readonly strings: typeof profile;
  readonly programNames: Readonly<Record<OpenAccount['program'], string>>;
};

/** Props shared by the profile's cards. */
export type CardProps = { readonly user: User };
