import type { User } from '#shared/core/envelope.ts';

export type CardProps = { readonly user: User };
