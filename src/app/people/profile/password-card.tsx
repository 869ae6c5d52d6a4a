import { useState } from 'react';
import { useForm } from '#app/shell/use-form.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Form } from '#ui/form.tsx';
import { PasswordInput, type PasswordInputProps } from '#ui/password-input.tsx';
import { createPasswordForm } from '../stores/profile.ts';
import styles from './profile.module.css';
import { useTexts } from './texts.ts';
import type { CardProps } from './types.ts';

export function PasswordCard({ user }: CardProps) {
  const { strings } = useTexts();
  const [form] = useState(createPasswordForm);
  const { busy, field } = useForm(form);
  const secret = (
    name: 'current_password' | 'password' | 'confirm_password',
    autoComplete: PasswordInputProps['autoComplete'],
  ) => ({
    label: strings[name],
    ...field(name),
    autoComplete,
    showLabel: strings.show_password,
    hidePasswordLabel: strings.hide_password,
  });
  return (
    <Card as="section" id="password" title={strings.password_title}>
      <Form className={styles.form} onSubmit={form.submit}>
        <input type="hidden" name="username" autoComplete="username" value={user.email} readOnly />
        <PasswordInput {...secret('current_password', 'current-password')} />
        <PasswordInput {...secret('password', 'new-password')} hint={strings.password_hint} />
        <PasswordInput {...secret('confirm_password', 'new-password')} />
        <div className={styles.row}>
          <Button type="submit" variant="outline" busy={busy}>
            {strings.password_submit}
          </Button>
          <span className="muted">{strings.password_note}</span>
        </div>
      </Form>
    </Card>
  );
}
