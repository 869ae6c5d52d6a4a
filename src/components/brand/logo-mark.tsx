import styles from './logo.module.css';

type LogoMarkProps = { readonly size?: number };

/** Equity over its floor, the firm's one idea. The same drawing is public/favicon.svg. */
export function LogoMark({ size = 28 }: LogoMarkProps) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} className={styles.mark} aria-hidden="true">
      <rect x="0.5" y="0.5" width="31" height="31" rx="7" className={styles.tile} />
      <path d="M6 15.5L11 11L15 14.5L21 7.5L26 11" className={styles.equity} />
      <path d="M6 25H13V21.5H20V18H26" className={styles.floor} />
    </svg>
  );
}
