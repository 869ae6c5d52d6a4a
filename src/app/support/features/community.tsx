import { AppShell } from '#app/shell/app-shell.tsx';
import { FeatureList } from './feature-list.tsx';
import { TextsProvider } from './texts.ts';
import type { FeaturesProps } from './types.ts';

/** What traders asked for and what became of it, on the community page. */
export function CommunityIsland({ locale, calls, strings }: FeaturesProps) {
  return (
    <AppShell route="community" locale={locale} calls={calls}>
      <TextsProvider strings={strings} locale={locale}>
        <FeatureList />
      </TextsProvider>
    </AppShell>
  );
}
