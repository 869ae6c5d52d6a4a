import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { getLocalTimeSuffix } from '#app/shell/local-time-suffix.ts';
import { chicagoMomentText } from '#lib/chicago-time.ts';
import { withLabel } from '#lib/with-label.ts';
import { contractName } from '#shared/exchange/contract-month.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { DescriptionList } from '#ui/description-list.tsx';
import { TextArea } from '#ui/text-input.tsx';
import styles from '../accounts.module.css';
import { momentItem, momentOf } from '../both-times.ts';
import { $conductAnswer, type ConductCase, sendConductAnswer } from '../stores/conduct.ts';
import { type AccountTexts, type DetailsProps, useTexts } from '../texts.ts';
import { conductCaseId } from './conduct-case-id.ts';

/** Conduct cases with everything their trader may see: cause, evidence, deadline, answer and decision. */
export function ConductCards(props: DetailsProps) {
  const { strings } = useTexts();
  return props.details.conduct.map((conduct) => (
    <Card
      key={conduct.id}
      as="section"
      id={conduct.status === 'open' ? conductCaseId : undefined}
      title={strings.conduct_title}
    >
      <CaseContent {...props} conduct={conduct} />
    </Card>
  ));
}

function CaseContent(props: DetailsProps & { readonly conduct: ConductCase }) {
  const texts = useTexts();
  const { strings, t } = texts;
  const { conduct } = props;
  const { cause, evidence, events, openedAt, answerUntil, answer } = conduct;
  return (
    <div className={styles.report}>
      <DescriptionList
        ruled
        items={[
          { term: strings.conduct_cause, value: strings[`conduct_cause_${cause}`] },
          momentItem(strings.conduct_opened, openedAt, texts),
          momentItem(strings.conduct_until, answerUntil, texts),
          { term: strings.conduct_decision, value: <strong>{strings[`conduct_status_${conduct.status}`]}</strong> },
        ]}
      />
      <div>
        <h3 className={styles.ruleName}>{strings.conduct_evidence}</h3>
        <p className={styles.statement}>{evidence}</p>
        {events.length > 0 && (
          <ul>
            {events.map((event) => (
              <li key={event.sourceId}>{eventText(event, texts)}</li>
            ))}
          </ul>
        )}
      </div>
      {answer && (
        <div>
          <h3 className={styles.ruleName}>{t('conduct_answered', momentOf(answer.answeredAt, texts))}</h3>
          <p className={styles.statement}>{answer.text}</p>
        </div>
      )}
      {conduct.status === 'open' ? (
        <ConductAnswer {...props} conduct={conduct} />
      ) : (
        <div>
          <h3 className={styles.ruleName}>{t('conduct_decided', momentOf(conduct.decidedAt, texts))}</h3>
          <p className={styles.statement}>{conduct.reason}</p>
        </div>
      )}
    </div>
  );
}

function eventText({ at, type, fill }: ConductCase['events'][number], texts: AccountTexts): string {
  const { strings, t, locale } = texts;
  const time = `${chicagoMomentText(at, locale)}${getLocalTimeSuffix(at, texts)}`;
  if (fill === null) return withLabel(time, strings[`event_${type}`], locale);
  const { instrument, month, side, quantity } = fill;
  return withLabel(time, t(`conduct_fill_${side}`, { quantity, contract: contractName(instrument, month) }), locale);
}

/** The trader's answer, editable until the deadline; the typed text stays until the server has stored it. */
function ConductAnswer({ details, conduct }: DetailsProps & { readonly conduct: ConductCase }) {
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
        <Button label={strings.conduct_change} variant="outline" size="small" onClick={() => setOpen(true)} />
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
        <Button label={strings.conduct_send} type="submit" size="small" busy={sending} />
      </div>
    </form>
  );
}
