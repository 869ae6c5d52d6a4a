import { timeText } from '#app/office/cell.tsx';
import { textOf, useTexts } from '#app/office/texts.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { decideAction, type RiskAccount } from '../stores/risk-account.ts';
import styles from './risk.module.css';

const tones = { requested: 'accent', declined: 'neutral', sent: 'accent', acknowledged: 'success' } as const;

export function RiskHistory({ account }: { readonly account: RiskAccount }) {
  const { strings, t } = useTexts();
  return (
    <>
      <h3 className={styles.part}>{strings.risk_history}</h3>
      {account.actions.length === 0 && <p className="muted">{strings.risk_history_none}</p>}
      <ol className={`stack gap-3 breakable ${styles.entries}`} aria-live="polite">
        {account.actions.map(({ id, kind, stage, cause, requestedBy, requestedAt, decidedBy, until, mine }) => (
          <li key={id}>
            <p className="cluster gap-2">
              <strong>{textOf(strings, 'act', kind)}</strong>
              <Badge tone={tones[stage]}>{textOf(strings, 'stage', stage)}</Badge>
            </p>
            <p>{cause}</p>
            <p className="muted">
              {timeText(requestedAt)} · {requestedBy}
              {decidedBy !== null && ` · ${decidedBy}`}
              {until !== null && ` · ${t('risk_until', { time: timeText(until) })}`}
            </p>
            {stage === 'requested' && (
              <p className="cluster gap-2">
                {mine ? (
                  <span className="muted">{strings.risk_second}</span>
                ) : (
                  <>
                    <Button label={strings.approve} size="small" onClick={() => decideAction(id, 'approve')} />
                    <Button
                      label={strings.decline}
                      size="small"
                      variant="outline"
                      onClick={() => decideAction(id, 'decline')}
                    />
                  </>
                )}
              </p>
            )}
          </li>
        ))}
      </ol>
      <h3 className={styles.part}>{strings.notes}</h3>
      {account.notes.length === 0 && <p className="muted">{strings.notes_none}</p>}
      <ol className={`stack gap-3 breakable ${styles.entries}`}>
        {account.notes.map(({ id, text, author, writtenAt }) => (
          <li key={id}>
            <p>{text}</p>
            <p className="muted">
              {timeText(writtenAt)} · {author}
            </p>
          </li>
        ))}
      </ol>
    </>
  );
}
