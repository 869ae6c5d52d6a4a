import { LinkRow } from '#ui/link-rows.tsx';
import styles from './accounts.module.css';
import { actionPath, bannerActionOf } from './action-path.ts';
import { type DetailsProps, useTexts } from './texts.ts';

export function AccountActions({ account, details }: DetailsProps) {
  const { strings, locale } = useTexts();
  const offered = details.actions.filter(
    ({ action, blockedReason }) => blockedReason === null && action !== bannerActionOf(account),
  );
  return offered.map(({ action }) => (
    <LinkRow key={action} href={actionPath(action, account, details, locale)} label={strings[`action_${action}`]} />
  ));
}

/** The actions that aren't available, folded, each with its reason. */
export function BlockedActions({ details }: DetailsProps) {
  const { strings, t } = useTexts();
  const blocked = details.actions.flatMap(({ action, blockedReason }) =>
    blockedReason === null ? [] : [{ action, blockedReason }],
  );
  const isNothingOffered = blocked.length === details.actions.length;
  if (blocked.length === 0) return null;
  return (
    <details className={styles.blocked}>
      <summary>{t('actions_blocked', { count: blocked.length })}</summary>
      {isNothingOffered && <p className="muted">{strings.actions_none}</p>}
      <dl>
        {blocked.map(({ action, blockedReason }) => (
          <div key={action}>
            <dt>{strings[`action_${action}`]}</dt>
            <dd>{strings[`blocked_${blockedReason}`]}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
