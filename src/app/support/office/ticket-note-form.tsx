import { useState } from 'react';
import { useTexts } from '#app/office/texts.ts';
import { useForm } from '#app/shell/use-form.ts';
import { Button } from '#ui/button.tsx';
import { Form } from '#ui/form.tsx';
import { TextArea } from '#ui/text-input.tsx';
import { createAgentNote } from '../stores/office-ticket.ts';
import styles from './ticket.module.css';

export function TicketNoteForm({ ticketId, onDone }: { readonly ticketId: string; readonly onDone: () => void }) {
  const { strings } = useTexts();
  const [form] = useState(() => createAgentNote(ticketId, onDone));
  const { busy, field } = useForm(form);
  return (
    <Form className={styles.form} onSubmit={form.submit}>
      <TextArea label={strings.ticket_note_label} hint={strings.ticket_note_hint} rows={3} {...field('message')} />
      <div className={styles.row}>
        <Button type="submit" variant="outline" busy={busy}>
          {strings.ticket_note_add}
        </Button>
      </div>
    </Form>
  );
}
