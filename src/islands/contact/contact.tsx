import { useStore } from '@nanostores/react';
import { type FormEvent, useEffect, useState } from 'react';
import type calls from '../../../public/locales/en/calls.json';
import type contact from '../../../public/locales/en/contact.json';
import { contactTopics, messageMaximumLength } from '../../contract/contact.ts';
import type { Locale } from '../../i18n/locales.ts';
import { createContactForm, fillInTargetAccount } from '../../stores/contact.ts';
import { prefillContact } from '../../stores/contact-prefill.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea, TextInput } from '../../ui/text-input.tsx';
import { AppShell } from '../app-shell/app-shell.tsx';
import { Captcha } from '../app-shell/captcha.tsx';
import { usePreHydrationInput } from '../app-shell/use-pre-hydration-input.ts';
import styles from './contact.module.css';

type ContactProps = { readonly locale: Locale; readonly calls: typeof calls; readonly strings: typeof contact };

export function ContactIsland(props: ContactProps) {
  return (
    <AppShell route="contact" locale={props.locale} calls={props.calls}>
      <Contact {...props} />
    </AppShell>
  );
}

function Contact({ strings, locale }: ContactProps) {
  const [form] = useState(createContactForm);
  const { values, errors, busy, round } = useStore(form.$form);
  const element = usePreHydrationInput(({ name, value }) => {
    if (name === 'name' || name === 'email' || name === 'message') form.set(name, value);
  });
  useEffect(() => fillInTargetAccount(form, strings.about_account), [form, strings]);
  useEffect(() => prefillContact(form), [form]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.submit();
  };
  return (
    <form ref={element} className={styles.form} onSubmit={submit} noValidate>
      <h2>{strings.title}</h2>
      <div className={styles.pair}>
        <TextInput
          label={strings.name}
          name="name"
          autoComplete="name"
          maxLength={80}
          value={values.name}
          error={errors.name?.[0]}
          onChange={(event) => form.set('name', event.target.value)}
        />
        <TextInput
          label={strings.email}
          name="email"
          type="email"
          autoComplete="email"
          maxLength={254}
          value={values.email}
          error={errors.email?.[0]}
          onChange={(event) => form.set('email', event.target.value)}
        />
      </div>
      <Select
        label={strings.topic}
        name="topic"
        value={values.topic}
        error={errors.topic?.[0]}
        options={contactTopics.map((topic) => ({ value: topic, label: strings[`topic_${topic}`] }))}
        onChange={(event) => {
          const topic = contactTopics.find((each) => each === event.target.value);
          if (topic) form.set('topic', topic);
        }}
      />
      <TextArea
        label={strings.message}
        name="message"
        rows={6}
        maxLength={messageMaximumLength}
        hint={strings.message_hint}
        value={values.message}
        error={errors.message?.[0]}
        onChange={(event) => form.set('message', event.target.value)}
      />
      <Captcha
        key={round}
        label={strings.captcha_label}
        locale={locale}
        error={errors.captcha?.[0]}
        onSolved={(payload) => form.set('captcha', payload)}
      />
      <div className={styles.send}>
        <Button type="submit" busy={busy}>
          {strings.send}
        </Button>
        <span className="soft small">{strings.copy}</span>
      </div>
    </form>
  );
}
