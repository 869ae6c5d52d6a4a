import { createIslands } from '#app/shell/define-island.tsx';
import type profile from '#locales/en/profile.json';
import type { User } from '#shared/core/envelope.ts';

export const { TextsProvider, defineIsland, useTexts } = createIslands<typeof profile>();

export type CardProps = { readonly user: User };
