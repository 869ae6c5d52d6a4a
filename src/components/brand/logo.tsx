import styles from './logo.module.css';
import { LogoMark } from './logo-mark.tsx';

type LogoProps = { readonly name: string };

/** The mark with the firm's name; the link around it is the place's own. */
export function Logo({ name }: LogoProps) {
  return (
    <span className={styles.logo}>
      <LogoMark />
      <span className={styles.name}>{name}</span>
    </span>
  );
}
