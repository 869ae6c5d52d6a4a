import { classNames } from './class-names.ts';
import styles from './placeholder.module.css';

type PlaceholderProps = { readonly moving?: boolean; readonly className?: string | undefined };

/** The motif without figures, a line over its floor, for empty, loading and error states. */
export function Placeholder({ moving = false, className }: PlaceholderProps) {
  return (
    <svg
      viewBox="0 0 144 64"
      className={classNames(styles.placeholder, moving && styles.moving, className)}
      aria-hidden="true"
    >
      <path d="M0 56H34V48H72V40H110V34H144V64H0Z" className={styles.belowFloor} />
      <path d="M0 56H34V48H72V40H110V34H144" className={styles.floor} />
      <path d="M2 42H34V21H110V8H144" className={styles.highWaterMark} />
      <path
        d="M2 42C10 40 14 30 22 30S34 36 42 34S56 18 64 19S76 28 84 26S98 9 106 9S122 22 142 18"
        className={styles.equity}
        pathLength={1}
      />
    </svg>
  );
}
