import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { currentLocale, goTo } from '#app/shell/stores/navigation.ts';
import { keepForm } from '#app/shell/stores/saved-form.ts';
import { pathTo } from '#routes.ts';
import { Button } from '#ui/button.tsx';
import { Form } from '#ui/form.tsx';
import { Select } from '#ui/select.tsx';
import { AttachmentsField } from './attachments-field.tsx';
import styles from './contact.module.css';
import { MessageField, TopicField } from './message-fields.tsx';
import { fillInTargetAccount } from './stores/contact.ts';
import { $subjects, createTicketForm, createUploads } from './stores/tickets.ts';
import { useTexts } from './texts.ts';

const openConversation = (id: string) => goTo(`${pathTo('contact', {}, currentLocale())}?ticket=${id}`);

/** The form for a signed-in person: a topic and files, but no name, address or captcha. */
export function TicketForm() {
  const { strings } = useTexts();
  const [uploads] = useState(() => createUploads(undefined));
  const [form] = useState(() => createTicketForm(uploads, openConversation));
  const { values, errors, busy } = useStore(form.$form);
  const { data } = useStore($subjects);
  const subjects = data?.subjects ?? [];
  useEffect(() => fillInTargetAccount(form, strings.about_account), [form, strings]);
  // Runs afterward, because what the person typed takes precedence over what the link suggests.
  useEffect(() => keepForm(form, ['topic', 'message']), [form]);
  const submit = () => {
    form.set('attachmentIds', uploads.listIds());
    return form.submit();
  };
  const keyOf = ({ kind, id }: { readonly kind: string; readonly id: string }) => `${kind}:${id}`;
  return (
    <Form className={styles.form} onSubmit={submit}>
      <h2>{strings.title}</h2>
      <div className={styles.pair}>
        <TopicField value={values.topic} error={errors.topic?.[0]} onChange={(topic) => form.set('topic', topic)} />
        <Select
          label={strings.about}
          name="about"
          note={strings.optional}
          value={values.about ? keyOf(values.about) : ''}
          error={errors.about?.[0]}
          options={[
            { value: '', label: strings.about_nothing },
            ...subjects.map((subject) => ({
              value: keyOf(subject),
              label: `${strings[`about_${subject.kind}`]} ${subject.name}`,
            })),
          ]}
          onChange={({ target }) => {
            const subject = subjects.find((each) => keyOf(each) === target.value);
            form.set('about', subject && { kind: subject.kind, id: subject.id });
          }}
        />
      </div>
      <MessageField
        value={values.message}
        error={errors.message?.[0]}
        onChange={(message) => form.set('message', message)}
      />
      <AttachmentsField uploads={uploads} error={errors.attachmentIds?.[0]} />
      <div className={styles.send}>
        <Button type="submit" busy={busy}>
          {strings.send}
        </Button>
        <span className="muted small">{strings.own_copy}</span>
      </div>
    </Form>
  );
}
