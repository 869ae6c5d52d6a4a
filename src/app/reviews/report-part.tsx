import type { ReactNode } from 'react';
import { Card } from '#ui/card.tsx';
import { classNames } from '#ui/class-names.ts';
import styles from './report-part.module.css';

type ReportPartProps = {
  readonly title: string;
  /** Whether a phone shows it from the start; wider screens and paper show every part. */
  readonly isOpen?: boolean;
  /** Whether it takes both columns. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
};

/** A part of a report under its title, which opens and closes it on a phone. */
export function ReportPart({ title, isOpen = false, isWide = false, children }: ReportPartProps) {
  return (
    <Card as="section" className={classNames(isWide && styles.wide)}>
      <details className={styles.part} open={isOpen}>
        <summary className="bare">
          <h2>{title}</h2>
        </summary>
        {children}
      </details>
    </Card>
  );
}
