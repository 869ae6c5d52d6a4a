import { defineIsland } from '#app/shell/define-island.tsx';
import { FeatureList } from './feature-list.tsx';
import { TextsProvider } from './texts.ts';

/** What traders asked for and what became of it, on the community page. */
export const CommunityIsland = defineIsland({ route: 'community', texts: TextsProvider, screen: FeatureList });
