import { Button } from '#ui/button.tsx';
import styles from './accounts.module.css';
import { actionPath, bannerActionOf } from './action-path.ts';
import { useTexts } from './texts.ts';
import type { DetailsProps } from './types.ts';

/** The available actions except the banner's; the unavailable ones are folded, each with its reason. */
export function ActionsList({ account, details }: DetailsProps) {
  const { strings, t, locale } = useTexts();
  const possible = details.actions.filter(({ blockedReason }) => blockedReason === null);
  const offered = possible.filter(({ action }) => action !== bannerActionOf(account));
  const blocked = details.actions.flatMap(({ action, blockedReason }) =>
    blockedReason === null ? [] : [{ action, blockedReason }],
  );
  return (
    <>
      {possible.length === 0 && <p className={`${styles.actions} muted`}>{strings.actions_none}</p>}
      {offered.length > 0 && (
        <ul className={styles.actions}>
          {offered.map(({ action }) => (
            <li key={action}>
              <Button href={actionPath(action, account, details, locale)} variant="outline" size="small">
                {strings[`action_${action}`]}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {blocked.length > 0 && (
        <details className={styles.blocked}>
          <summary>{t('actions_blocked', { count: blocked.length })}</summary>
          <dl>
            {blocked.map(({ action, blockedReason }) => (
              <div key={action}>
                <dt>{strings[`action_${action}`]}</dt>
                <dd>{strings[`blocked_${blockedReason}`]}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </>
  );
}
