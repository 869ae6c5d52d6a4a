import { FeatureForm } from './feature-form.tsx';
import { FeatureList } from './feature-list.tsx';
import styles from './features.module.css';
import { defineIsland } from './texts.ts';

export const FeaturesIsland = defineIsland({ route: 'featureRequest', screen: Features });

function Features() {
  return (
    <div className={styles.page}>
      <FeatureList />
      <FeatureForm />
    </div>
  );
}
