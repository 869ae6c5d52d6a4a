import { defineIsland } from '#app/shell/define-island.tsx';
import { FeatureForm } from './feature-form.tsx';
import { FeatureList } from './feature-list.tsx';
import styles from './features.module.css';
import { TextsProvider } from './texts.ts';

export const FeaturesIsland = defineIsland({ route: 'featureRequest', texts: TextsProvider, screen: Features });

function Features() {
  return (
    <div className={styles.page}>
      <FeatureList />
      <FeatureForm />
    </div>
  );
}
