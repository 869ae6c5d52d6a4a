import { AppShell } from '#app/shell/app-shell.tsx';
import { FeatureForm } from './feature-form.tsx';
import { FeatureList } from './feature-list.tsx';
import styles from './features.module.css';
import { TextsProvider } from './texts.ts';
import type { FeaturesProps } from './types.ts';

/** Other people's feature requests, and a form for a new one. */
export function FeaturesIsland({ locale, calls, strings }: FeaturesProps) {
  return (
    <AppShell route="featureRequest" locale={locale} calls={calls}>
      <TextsProvider strings={strings} locale={locale}>
        <div className={styles.page}>
          <FeatureList />
          <FeatureForm />
        </div>
      </TextsProvider>
    </AppShell>
  );
}
