import { useId, useState } from 'react';
import { confirmByPasskey } from '#app/people/stores/passkey-confirmation.ts';
import type calls from '#locales/en/calls.json';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Form } from '#ui/form.tsx';
import { PasswordInput } from '#ui/password-input.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { createConfirmForm } from './stores/confirm-form.ts';
import type { Question } from './stores/reauthentication.ts';
import { useForm } from './use-form.ts';

type ConfirmDialogProps = {
  readonly question: Question;
  readonly strings: typeof calls;
};

/** Asks for the password, and for the two-step code where enabled, before a sensitive change. */
export function ConfirmDialog({ question, strings }: ConfirmDialogProps) {
  const [form] = useState(() => createConfirmForm(question));
  const { busy, field } = useForm(form);
  const formId = useId();
  return (
    <Dialog
      open
      onClose={() => question.answer(false)}
      title={strings.confirm_title}
      closeLabel={strings.close}
      actions={
        <>
          <Button label={strings.confirm_submit} type="submit" form={formId} busy={busy} />
          <Button label={strings.confirm_cancel} variant="outline" onClick={() => question.answer(false)} />
        </>
      }
    >
      <p>{strings.confirm_text}</p>
      <Form id={formId} className="stack" onSubmit={form.submit}>
        <PasswordInput
          label={strings.confirm_password}
          {...field('password')}
          autoComplete="current-password"
          showLabel={strings.show_password}
          hidePasswordLabel={strings.hide_password}
        />
        {question.passkey && (
          <div>
            <Button label={strings.confirm_passkey} variant="outline" onClick={() => confirmByPasskey(question)} />
          </div>
        )}
        {question.twoFactor && (
          <TextInput label={strings.confirm_code} {...field('code')} autoComplete="one-time-code" />
        )}
      </Form>
    </Dialog>
  );
}
