import { FeatureList } from './feature-list.tsx';
import { defineIsland } from './texts.ts';

/** What traders asked for and what became of it, on the community page. */
export const CommunityIsland = defineIsland({ route: 'community', screen: FeatureList });
