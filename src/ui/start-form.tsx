import type { FormEvent } from 'react';
import { Button } from './button.tsx';
import { Checkbox } from './checkbox.tsx';

type StartFormProps = {
  /** The consent's full text. */
  readonly label: string;
  readonly action: string;
  readonly consented: boolean;
  readonly error: string | undefined;
  readonly busy: boolean;
  readonly onConsent: (consented: boolean) => void;
  readonly onSubmit: () => void;
};

/** Starts a deferred order: the consent required by law, and the button. */
export function StartForm({ label, action, consented, error, busy, onConsent, onSubmit }: StartFormProps) {
  function submit(event: FormEvent): void {
    event.preventDefault();
    onSubmit();
  }
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <Checkbox
        name="startNow"
        checked={consented}
        error={error}
        label={label}
        onChange={(event) => onConsent(event.target.checked)}
      />
      <div>
        <Button label={action} type="submit" busy={busy} />
      </div>
    </form>
  );
}
