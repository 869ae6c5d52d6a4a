import type { ComponentProps, ReactNode } from 'react';
import styles from './alert.module.css';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

export type AlertSeverity = 'info' | 'success' | 'warning' | 'error';

type AlertProps = {
  readonly kind?: AlertSeverity;
  readonly title?: ReactNode;
  /** What the person can do next. */
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
} & Omit<ComponentProps<'div'>, 'title' | 'children'>;

/** An inline message. Errors are announced at once; set `role="status"` on others that appear later. */
export function Alert({ kind = 'info', title, actions, children, className, ...rest }: AlertProps) {
  return (
    <div
      role={kind === 'error' ? 'alert' : undefined}
      {...rest}
      className={classNames(styles.alert, styles[kind], className)}
    >
      <Icon name={kind} className={styles.icon} />
      <div className="stack gap-1">
        {title && <p className="strong">{title}</p>}
        {children && <div className={styles.body}>{children}</div>}
        {actions && <div className={`cluster ${styles.actions}`}>{actions}</div>}
      </div>
    </div>
  );
}
