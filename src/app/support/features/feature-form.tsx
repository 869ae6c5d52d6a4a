import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { FormCaptcha } from '#app/shell/captcha.tsx';
import { keepForm } from '#app/shell/stores/saved-form.ts';
import { usePreHydrationInput } from '#app/shell/use-pre-hydration-input.ts';
import { featureMessageMaximumLength, featureTitleMaximumLength } from '#shared/support/contract-features.ts';
import { Button } from '#ui/button.tsx';
import { Form } from '#ui/form.tsx';
import { TextArea, TextInput } from '#ui/text-input.tsx';
import { prefillContact } from '../stores/contact-prefill.ts';
import { createFeatureForm } from '../stores/features.ts';
import styles from './features.module.css';
import { useTexts } from './texts.ts';

export function FeatureForm() {
  const { strings, locale } = useTexts();
  const [form] = useState(createFeatureForm);
  const { values, errors, busy } = useStore(form.$form);
  const element = usePreHydrationInput(({ name, value }) => {
    if (name === 'name' || name === 'email' || name === 'title' || name === 'message') form.set(name, value);
  });
  useEffect(() => prefillContact(form), [form]);
  useEffect(() => keepForm(form, ['name', 'email', 'title', 'message']), [form]);
  const field = (name: 'name' | 'email' | 'title' | 'message') => ({
    value: values[name],
    error: errors[name]?.[0],
    onChange: (event: { target: { value: string } }) => form.set(name, event.target.value),
  });
  return (
    <Form ref={element} className={styles.section} onSubmit={form.submit}>
      <h2>{strings.form_title}</h2>
      <TextInput label={strings.request_title} name="title" maxLength={featureTitleMaximumLength} {...field('title')} />
      <TextArea
        label={strings.request_message}
        name="message"
        rows={5}
        maxLength={featureMessageMaximumLength}
        hint={strings.request_hint}
        {...field('message')}
      />
      <div className={styles.pair}>
        <TextInput label={strings.name} name="name" autoComplete="name" maxLength={80} {...field('name')} />
        <TextInput
          label={strings.email}
          name="email"
          type="email"
          autoComplete="email"
          maxLength={254}
          {...field('email')}
        />
      </div>
      <FormCaptcha form={form} label={strings.captcha_label} locale={locale} />
      <div className={styles.send}>
        <Button type="submit" busy={busy}>
          {strings.send}
        </Button>
        <span className="muted small">{strings.private}</span>
      </div>
    </Form>
  );
}
