import type { Texts } from '#app/shell/create-texts.tsx';
import { createIslands } from '#app/shell/define-island.tsx';
import type payee from '#locales/en/payee.json';
import type { User } from '#shared/core/envelope.ts';
import type { Payee } from '../stores/payee.ts';

export const { defineIsland, useTexts } = createIslands<typeof payee>();

export type PayeeTexts = Texts<typeof payee>;

export type StepProps = { readonly user: User; readonly payee: Payee };
