import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import styles from './filter-sheet.module.css';

type FilterSheetProps = {
  /** What the button and the sheet are called, with the number of filters that apply: `Filters, 2`. */
  readonly label: string;
  readonly title: string;
  readonly doneLabel: string;
  /** Part of a form with other fields, which arranges them all. */
  readonly isPart?: true;
  /** Behind the button in every width. */
  readonly isFolded?: true;
  readonly children: ReactNode;
};

const narrow = '(width < 48rem)';

function followWidth(onChange: () => void): () => void {
  const query = globalThis.matchMedia(narrow);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

/** Filters of a list: in a line above it and, on a phone, in a sheet behind one button. */
export function FilterSheet({ label, title, doneLabel, isPart, isFolded, children }: FilterSheetProps) {
  const [isOpen, setOpen] = useState(false);
  const isNarrow = useSyncExternalStore(
    followWidth,
    () => globalThis.matchMedia(narrow).matches,
    () => false,
  );
  const isLine = !isNarrow && !isFolded;
  if (isLine && isPart) return children;
  if (isLine) return <search className={styles.line}>{children}</search>;
  const close = () => setOpen(false);
  return (
    <>
      <Button label={label} variant="outline" size="small" aria-haspopup="dialog" onClick={() => setOpen(true)} />
      <Dialog
        open={isOpen}
        onClose={close}
        title={title}
        placement="bottom"
        closeLabel={doneLabel}
        actions={<Button label={doneLabel} wide onClick={close} />}
      >
        <search className={styles.sheet}>{children}</search>
      </Dialog>
    </>
  );
}
