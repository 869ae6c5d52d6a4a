import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import styles from './link-rows.module.css';

type RowProps = { readonly label: string; readonly value?: ReactNode };

export function LinkRow({ href, label, value }: RowProps & { readonly href: string }) {
  return (
    <li className={styles.item}>
      <a href={href} className={styles.row}>
        <RowContent label={label} value={value} />
      </a>
    </li>
  );
}

export function ButtonRow({ label, value, onClick }: RowProps & { readonly onClick: () => void }) {
  return (
    <li className={styles.item}>
      <button type="button" className={styles.row} onClick={onClick}>
        <RowContent label={label} value={value} />
      </button>
    </li>
  );
}

export function FoldRow({ label, value, children }: RowProps & { readonly children: ReactNode }) {
  return (
    <li className={styles.item}>
      <details className={styles.fold}>
        <summary className={`bare ${styles.row}`}>
          <RowContent label={label} value={value} />
        </summary>
        <div className={styles.content}>{children}</div>
      </details>
    </li>
  );
}

function RowContent({ label, value }: RowProps) {
  return (
    <>
      <span>{label}</span>
      <span className={styles.value}>{value}</span>
      <Icon name="chevron" size={18} className={styles.chevron} />
    </>
  );
}
