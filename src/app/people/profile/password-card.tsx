import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Form } from '#ui/form.tsx';
import { PasswordInput } from '#ui/password-input.tsx';
import { createPasswordForm } from '../stores/profile.ts';
import styles from './profile.module.css';
import { useTexts } from './texts.ts';
import type { CardProps } from './types.ts';

export function PasswordCard({ user }: CardProps) {
  const { strings } = useTexts();
  const [form] = useState(createPasswordForm);
  const { values, errors, busy } = useStore(form.$form);
  const secret = (field: 'current_password' | 'password' | 'confirm_password') => ({
    label: strings[field],
    name: field,
    autoComplete: field === 'current_password' ? ('current-password' as const) : ('new-password' as const),
    showLabel: strings.show_password,
    hidePasswordLabel: strings.hide_password,
    value: values[field],
    error: errors[field]?.[0],
    onChange: (event: { target: { value: string } }) => form.set(field, event.target.value),
  });
  return (
    <Card as="section" id="password" title={strings.password_title}>
      <Form className={styles.form} onSubmit={form.submit}>
        <input type="hidden" name="username" autoComplete="username" value={user.email} readOnly />
        <PasswordInput {...secret('current_password')} />
        <PasswordInput {...secret('password')} hint={strings.password_hint} />
        <PasswordInput {...secret('confirm_password')} />
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
