import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './skeleton.module.css';

type SkeletonProps = {
  /**
   * The shape of the content: a line of text, a heading, a large figure, a control, a control with its label, a small
   * button, a row or a whole chart.
   */
  readonly shape?: 'text' | 'heading' | 'figure' | 'control' | 'field' | 'button' | 'row' | 'chart';
  readonly width?: 'full' | 'long' | 'half' | 'short';
  readonly count?: number;
};

/** Reserves the space of loading content. The loading screen announces the loading once. */
export function Skeleton({ shape = 'text', width = 'full', count = 1 }: SkeletonProps) {
  const bars = Array.from({ length: count }, (_, index) => `${shape}-${index}`);
  return (
    <span className={styles.group} aria-hidden="true" data-skeleton>
      {bars.map((key) => (
        <span key={key} className={classNames(styles.bar, styles[shape], styles[width])} />
      ))}
    </span>
  );
}

/** A screen's layout made of skeletons, announced once as loading. */
export function Skeletons({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div role="status" data-skeleton>
      <span className="visually-hidden">{label}</span>
      {children}
    </div>
  );
}
