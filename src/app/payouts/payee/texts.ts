import { createTexts, type Texts } from '#app/shell/create-texts.tsx';
import type payee from '#locales/en/payee.json';
import type { User } from '#shared/core/envelope.ts';
import type { Payee } from '../stores/payee.ts';

export const { TextsProvider, useTexts } = createTexts<typeof payee>();

export type PayeeTexts = Texts<typeof payee>;

export type StepProps = { readonly user: User; readonly payee: Payee };
