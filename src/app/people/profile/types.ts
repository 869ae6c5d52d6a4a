import type { User } from '#shared/core/envelope.ts';

/** Props shared by the profile's cards. */
export type CardProps = { readonly user: User };
