import type { ReactNode } from 'react';
import styles from './empty-state.module.css';
import { Placeholder } from './placeholder.tsx';

type EmptyStateProps = {
  readonly title: string;
  /** Why there is nothing yet, and what will appear here. */
  readonly text?: ReactNode;
  /** The first step to take. */
  readonly action?: ReactNode;
  readonly titleLevel?: 1 | 2 | 3;
  /** Omits the illustration in small places. */
  readonly plain?: boolean;
};

export function EmptyState({ title, text, action, titleLevel = 2, plain = false }: EmptyStateProps) {
  const Heading = `h${titleLevel}` as const;
  return (
    <div className={styles.empty}>
      {!plain && <Placeholder className={styles.drawing} />}
      <Heading className={styles.title}>{title}</Heading>
      {text !== undefined && <div className="muted small">{text}</div>}
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </div>
  );
}
