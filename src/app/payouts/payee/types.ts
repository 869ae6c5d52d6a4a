import type { User } from '#shared/core/envelope.ts';
import type { Payee } from '../stores/payee.ts';

/** Props shared by the checklist's steps. */
export type StepProps = { readonly user: User; readonly payee: Payee };
