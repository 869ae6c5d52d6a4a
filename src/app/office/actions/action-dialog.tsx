import { type ReactNode, useId } from 'react';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Form } from '#ui/form.tsx';
import styles from '../record.module.css';
import { useTexts } from '../texts.ts';

type ActionDialogProps = {
  readonly label: string;
  /** What it is about, if the screen behind the dialog doesn't say it. */
  readonly subject?: string | undefined;
  /** What will happen, and who is notified. */
  readonly text: string;
  /** Marks the action that usually comes next. */
  readonly isNext?: boolean | undefined;
  /** Whether the action takes something away whatever is chosen in the dialog. */
  readonly isOpenerDestructive?: boolean | undefined;
  /** Whether it does with what is chosen now. */
  readonly isConfirmDestructive?: boolean | undefined;
  readonly open: boolean;
  readonly setOpen: (open: boolean) => void;
  readonly busy: boolean;
  /** True while data that the action needs is loading. */
  readonly disabled?: boolean;
  readonly submit: () => Promise<unknown>;
  /** Shown between the text and the fields. */
  readonly notes?: ReactNode;
  readonly children: ReactNode;
};

export function ActionDialog(props: ActionDialogProps) {
  const {
    label,
    subject,
    text,
    isNext = false,
    isOpenerDestructive = false,
    open,
    setOpen,
    busy,
    disabled = false,
  } = props;
  const { isConfirmDestructive = isOpenerDestructive, submit, notes, children } = props;
  const { strings } = useTexts();
  const formId = useId();
  return (
    <>
      <Button
        label={label}
        variant={isOpenerDestructive ? 'danger' : isNext ? 'filled' : 'outline'}
        size="small"
        onClick={() => setOpen(true)}
      />
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={subject === undefined ? label : `${label} · ${subject}`}
        closeLabel={strings.close}
        actions={
          <>
            <Button
              label={label}
              type="submit"
              variant={isConfirmDestructive ? 'danger' : 'filled'}
              form={formId}
              busy={busy}
              disabled={disabled}
            />
            <Button label={strings.cancel} variant="outline" onClick={() => setOpen(false)} />
          </>
        }
      >
        <p>{text}</p>
        {notes}
        <Form id={formId} className={`stack ${styles.actionForm}`} onSubmit={submit}>
          {children}
        </Form>
      </Dialog>
    </>
  );
}
