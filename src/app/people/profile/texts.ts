import { createTexts } from '#app/shell/create-texts.tsx';
import type profile from '#locales/en/profile.json';
import type { User } from '#shared/core/envelope.ts';

export const { TextsProvider, useTexts } = createTexts<typeof profile>();

export type CardProps = { readonly user: User };
