import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import styles from './alert.module.css';

export type NoticeKind = 'info' | 'success' | 'warning' | 'error';

type NoticeProps = {
  readonly kind?: NoticeKind;
  readonly title?: ReactNode;
  /** What the person can do next. */
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
} & Omit<ComponentProps<'div'>, 'title' | 'children'>;

/** A message in the page. An error is announced at once; give `role="status"` to others that appear later. */
export function Notice({ kind = 'info', title, actions, children, className, ...rest }: NoticeProps) {
  return (
    <div
      role={kind === 'error' ? 'alert' : undefined}
      {...rest}
      className={classNames(styles.notice, styles[kind], className)}
    >
      <Icon name={kind} className={styles.icon} />
      <div className={styles.text}>
        {title && <p className={styles.title}>{title}</p>}
        {children && <div className={styles.body}>{children}</div>}
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </div>
  );
}
