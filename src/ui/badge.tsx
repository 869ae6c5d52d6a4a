import type { ReactNode } from 'react';
import styles from './badge.module.css';
import { classNames } from './class-names.ts';

type BadgeProps = {
  /** `danger` is for breached, failed and rejected only. */
  readonly tone?: 'neutral' | 'accent' | 'success' | 'danger';
  readonly children: ReactNode;
};

export function Badge({ tone = 'neutral', children }: BadgeProps) {
  return <span className={classNames(styles.badge, styles[tone])}>{children}</span>;
}
