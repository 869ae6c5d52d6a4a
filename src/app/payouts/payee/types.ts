import type { User } from '#shared/core/envelope.ts';
import type { Payee } from '../stores/payee.ts';

export type StepProps = { readonly user: User; readonly payee: Payee };
