import { Placeholder } from './placeholder.tsx';
import styles from './screen.module.css';

/** Shown until it is known what the person may see. Screens with a known layout load as skeletons instead. */
export function LoadingScreen({ label }: { readonly label: string }) {
  return (
    <div className={styles.screen} role="status" data-skeleton>
      <Placeholder moving className={styles.drawing} />
      <p className="muted">{label}</p>
    </div>
  );
}
