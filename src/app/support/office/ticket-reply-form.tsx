import { useStore } from '@nanostores/react';
import { useTexts } from '#app/office/texts.ts';
import { languageName } from '#lib/language-name.ts';
import { Button } from '#ui/button.tsx';
import { Select } from '#ui/select.tsx';
import { TextArea } from '#ui/text-input.tsx';
import type { createAgentReply, OfficeTicket } from '../stores/office-ticket.ts';
import styles from './ticket.module.css';

type TicketReplyFormProps = {
  readonly ticket: OfficeTicket;
  readonly form: ReturnType<typeof createAgentReply>;
  readonly name: string;
};

/** A reply in the requester's language; each of the two buttons says which status the ticket gets. */
export function TicketReplyForm({ ticket, form, name }: TicketReplyFormProps) {
  const { strings, t, locale: ownLocale } = useTexts();
  const { values, errors, busy } = useStore(form.$form);
  const { version, cannedReplies, locale } = ticket;
  const insert = (id: string) => {
    const canned = cannedReplies.find((each) => each.id === id);
    if (canned) form.write(values.message === '' ? canned.text : `${values.message}\n\n${canned.text}`, version);
  };
  return (
    <form
      className="stack gap-3"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.reply('answered', version);
      }}
    >
      <TextArea
        label={t('ticket_reply_label', { name, language: languageName(locale, ownLocale) })}
        rows={5}
        value={values.message}
        error={errors.message?.[0]}
        onChange={({ target }) => form.write(target.value, version)}
      />
      <Select
        label={strings.ticket_canned}
        value=""
        placeholder={strings.choose}
        options={cannedReplies.map(({ id, title }) => ({ value: id, label: title }))}
        onChange={({ target }) => insert(target.value)}
      />
      <div className={`cluster ${styles.row}`}>
        <Button label={strings.ticket_reply_answered} type="submit" busy={busy} />
        <Button
          label={strings.ticket_reply_waiting}
          variant="outline"
          busy={busy}
          onClick={() => void form.reply('waiting', version)}
        />
      </div>
    </form>
  );
}
