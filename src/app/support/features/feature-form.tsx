import { useEffect, useState } from 'react';
import { FormCaptcha } from '#app/shell/captcha.tsx';
import { keepForm } from '#app/shell/stores/saved-form.ts';
import { useForm } from '#app/shell/use-form.ts';
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
  const { busy, field } = useForm(form);
  useEffect(() => prefillContact(form), [form]);
  useEffect(() => keepForm(form, ['name', 'email', 'title', 'message']), [form]);
  return (
    <Form className={`stack gap-5 ${styles.section}`} onSubmit={form.submit}>
      <h2>{strings.form_title}</h2>
      <TextInput label={strings.request_title} maxLength={featureTitleMaximumLength} {...field('title')} />
      <TextArea
        label={strings.request_message}
        rows={5}
        maxLength={featureMessageMaximumLength}
        hint={strings.request_hint}
        {...field('message')}
      />
      <div className="halves">
        <TextInput label={strings.name} autoComplete="name" maxLength={80} {...field('name')} />
        <TextInput label={strings.email} type="email" autoComplete="email" maxLength={254} {...field('email')} />
      </div>
      <FormCaptcha form={form} label={strings.captcha_label} locale={locale} />
      <div className="cluster">
        <Button label={strings.send} type="submit" busy={busy} />
        <span className="muted small">{strings.private}</span>
      </div>
    </Form>
  );
}
