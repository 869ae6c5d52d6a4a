import { useEffect, useState } from 'react';
import { FormCaptcha } from '#app/shell/captcha.tsx';
import { keepForm } from '#app/shell/stores/saved-form.ts';
import { useForm } from '#app/shell/use-form.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Form } from '#ui/form.tsx';
import { TextInput } from '#ui/text-input.tsx';
import styles from './contact.module.css';
import { MessageField, TopicField } from './message-fields.tsx';
import { createContactForm, fillInTargetAccount, signInPath } from './stores/contact.ts';
import { prefillContact } from './stores/contact-prefill.ts';
import { useTexts } from './texts.ts';

/** The form for people who aren't signed in. */
export function MessageForm({ signInFirst }: { readonly signInFirst: boolean }) {
  const { strings, locale } = useTexts();
  const [form] = useState(createContactForm);
  const { busy, field } = useForm(form);
  useEffect(() => fillInTargetAccount(form, strings.about_account), [form, strings]);
  useEffect(() => prefillContact(form), [form]);
  useEffect(() => keepForm(form, ['name', 'email', 'topic', 'message']), [form]);
  return (
    <Form className={styles.form} onSubmit={form.submit}>
      <h2>{strings.title}</h2>
      {signInFirst && (
        <Alert
          kind="info"
          title={strings.sign_in_title}
          actions={<Button label={strings.sign_in} href={signInPath(locale)} />}
        >
          {strings.sign_in_text}
        </Alert>
      )}
      <div className="halves">
        <TextInput label={strings.name} {...field('name')} autoComplete="name" maxLength={80} />
        <TextInput label={strings.email} {...field('email')} type="email" autoComplete="email" maxLength={254} />
      </div>
      <TopicField {...field('topic')} />
      <MessageField {...field('message')} />
      <FormCaptcha form={form} label={strings.captcha_label} locale={locale} />
      <div className="cluster">
        <Button label={strings.send} type="submit" busy={busy} />
        <span className="muted small">{strings.copy}</span>
      </div>
    </Form>
  );
}
