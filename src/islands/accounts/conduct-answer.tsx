import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { chicagoMomentText } from '../../lib/chicago-time.ts';
import { $conductAnswer, type ConductCase, sendConductAnswer } from '../../stores/conduct.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/text-input.tsx';
import { useTexts } from './texts.ts';
import type { DetailsProps } from './types.ts';

type ConductAnswerProps = DetailsProps & { readonly conduct: ConductCase };

/** The answer, which can be changed until the deadline; what was typed stays until the server has it. */
export function ConductAnswer({ details, conduct }: ConductAnswerProps) {
  const { strings, t, locale } = useTexts();
  const { id, answer, answerUntil } = conduct;
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState(answer?.text ?? '');
  const sending = useStore($conductAnswer) === 'sending';
  const time = chicagoMomentText(answerUntil, locale);
  if (Date.now() > answerUntil) return <p>{t('conduct_over', { time })}</p>;
  if (answer && !isOpen) {
    return (
      <div>
        <Button variant="outline" size="small" onClick={() => setOpen(true)}>
          {strings.conduct_change}
        </Button>
        <p className="soft">{t('conduct_hint', { time })}</p>
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
        hint={t('conduct_hint', { time })}
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
