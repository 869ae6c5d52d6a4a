import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { TextArea } from '#ui/text-input.tsx';
import { momentOf } from '../both-times.ts';
import { $conductAnswer, type ConductCase, sendConductAnswer } from '../stores/conduct.ts';
import { type DetailsProps, useTexts } from '../texts.ts';

type ConductAnswerProps = DetailsProps & { readonly conduct: ConductCase };

/** The trader's answer, editable until the deadline; the typed text stays until the server has stored it. */
export function ConductAnswer({ details, conduct }: ConductAnswerProps) {
  const texts = useTexts();
  const { strings, t } = texts;
  const { id, answer, answerUntil } = conduct;
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState(answer?.text ?? '');
  const sending = useStore($conductAnswer) === 'sending';
  const limit = momentOf(answerUntil, texts);
  if (Date.now() > answerUntil) return <p>{t('conduct_over', limit)}</p>;
  if (answer && !isOpen) {
    return (
      <div>
        <Button variant="outline" size="small" onClick={() => setOpen(true)}>
          {strings.conduct_change}
        </Button>
        <p className="muted">{t('conduct_hint', limit)}</p>
      </div>
    );
  }
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void sendConductAnswer(details.accountId, id, text).then((stored) => stored && setOpen(false));
      }}
    >
      <TextArea
        label={strings.conduct_label}
        hint={t('conduct_hint', limit)}
        required
        maxLength={4_000}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div>
        <Button type="submit" size="small" busy={sending}>
          {strings.conduct_send}
        </Button>
      </div>
    </form>
  );
}
