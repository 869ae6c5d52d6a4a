import type { ReactNode } from 'react';
import { Badge } from '#ui/badge.tsx';
import { Card } from '#ui/card.tsx';
import styles from './payee.module.css';

type StepProps = {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly tone: 'neutral' | 'accent' | 'success' | 'danger';
  readonly children: ReactNode;
};

export function Step({ id, title, status, tone, children }: StepProps) {
  return (
    <Card as="section" id={id} title={title} aside={<Badge tone={tone}>{status}</Badge>}>
      <div className={`stack gap-5 ${styles.stack}`}>{children}</div>
    </Card>
  );
}
