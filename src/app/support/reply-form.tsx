import { useEffect, useState } from 'react';
import { keepForm } from '#app/shell/stores/saved-form.ts';
import { useForm } from '#app/shell/use-form.ts';
import { messageMaximumLength } from '#shared/support/contract-contact.ts';
import { Button } from '#ui/button.tsx';
import { Form } from '#ui/form.tsx';
import { TextArea } from '#ui/text-input.tsx';
import { AttachmentsField } from './attachments-field.tsx';
import styles from './contact.module.css';
import { createReplyForm, createUploads, type TicketLink } from './stores/tickets.ts';
import { useTexts } from './texts.ts';

export function ReplyForm({ link, isClosed }: { readonly link: TicketLink; readonly isClosed: boolean }) {
  const { strings } = useTexts();
  const [uploads] = useState(() => createUploads(link.secret));
  const [form] = useState(() => createReplyForm(link, uploads));
  const { errors, busy, field } = useForm(form);
  useEffect(() => keepForm(form, ['message']), [form]);
  const submit = () => {
    form.set('attachmentIds', uploads.listIds());
    return form.submit();
  };
  return (
    <Form className={styles.form} onSubmit={submit}>
      <TextArea
        label={isClosed ? strings.reopen_label : strings.reply_label}
        {...field('message')}
        rows={5}
        maxLength={messageMaximumLength}
      />
      <AttachmentsField uploads={uploads} error={errors.attachmentIds?.[0]} />
      <div className={styles.send}>
        <Button type="submit" busy={busy}>
          {isClosed ? strings.reopen : strings.reply}
        </Button>
      </div>
    </Form>
  );
}
