import type { ReactNode } from 'react';
import { Placeholder } from './placeholder.tsx';
import styles from './screen.module.css';

type ErrorScreenProps = {
  readonly title: string;
  readonly text: ReactNode;
  /** Next steps: retry, go back, contact support. */
  readonly actions?: ReactNode;
};

export function ErrorScreen({ title, text, actions }: ErrorScreenProps) {
  return (
    <div className={styles.screen} role="alert">
      <Placeholder className={styles.drawing} />
      <h1>{title}</h1>
      <div className="muted">{text}</div>
      {actions !== undefined && <div className="cluster">{actions}</div>}
    </div>
  );
}
