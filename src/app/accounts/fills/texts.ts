import { createTexts } from '#app/shell/create-texts.tsx';
import type { IslandProps } from '#app/shell/define-island.tsx';
import type fills from '#locales/en/fills.json';

type FillsStrings = typeof fills;

export type FillsProps = IslandProps<FillsStrings>;

export const { TextsProvider, useTexts } = createTexts<FillsStrings>();
