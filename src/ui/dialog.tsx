import { type ReactNode, useEffect, useId, useReducer, useRef } from 'react';
import { classNames } from './class-names.ts';
import styles from './dialog.module.css';
import { Icon } from './icon.tsx';

type DialogProps = {
  readonly open: boolean;
  /** Called on every way of closing: the close button, Escape, or `open` becoming false. */
  readonly onClose: () => void;
  readonly title: string;
  readonly closeLabel: string;
  /** `bottom`: on a phone a sheet at the bottom, within a thumb's reach. */
  readonly placement?: 'center' | 'bottom';
  readonly children?: ReactNode;
  /** The main action first, then cancel. */
  readonly actions?: ReactNode;
};

/** A modal dialog. The browser traps and restores focus. */
export function Dialog({ open, onClose, title, closeLabel, placement, children, actions }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const [, showAgain] = useReducer((count: number) => count + 1, 0);
  // `open` decides: a dialog that its owner keeps open comes back, however it was closed.
  useEffect(() => {
    const dialog = ref.current;
    if (open && dialog?.open === false) dialog.showModal();
    if (!open && dialog?.open === true) dialog.close();
  });
  return (
    <dialog
      ref={ref}
      className={classNames(styles.dialog, placement === 'bottom' && styles.bottom)}
      aria-labelledby={titleId}
      onClose={() => {
        onClose();
        showAgain();
      }}
    >
      <div className={styles.header}>
        <h2 id={titleId}>{title}</h2>
        <button type="button" className={styles.close} aria-label={closeLabel} onClick={() => ref.current?.close()}>
          <Icon name="cross" />
        </button>
      </div>
      <div className={`stack ${styles.body}`}>{children}</div>
      {actions !== undefined && <div className={`cluster ${styles.actions}`}>{actions}</div>}
    </dialog>
  );
}
