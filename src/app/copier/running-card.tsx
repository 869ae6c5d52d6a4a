import { useStore } from '@nanostores/react';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { isArmable } from './arm-blocked-reason.ts';
import styles from './copier.module.css';
import { FollowerRow } from './follower-row.tsx';
import { holdingsText } from './holdings-text.ts';
import { $copierBusy, arm, type Copier, flatten } from './stores/copier.ts';
import { useTexts } from './texts.ts';
import type { NameOf } from './types.ts';

/** The leader, each follower's state, and the button that closes all copied positions. */
export function RunningCard({ copier, nameOf }: { readonly copier: Copier; readonly nameOf: NameOf }) {
  const texts = useTexts();
  const { strings, t } = texts;
  const busy = useStore($copierBusy);
  const leader = copier.accounts.find(({ id }) => id === copier.leaderId);
  const followers = copier.accounts.filter(({ follower }) => follower !== null);
  if (!leader || followers.length === 0) return null;
  const armable = followers.filter(isArmable).map(({ id }) => id);
  const isRunning = followers.some(({ follower }) => follower?.phase !== 'disarmed');
  return (
    <Card as="section" title={strings.running_title}>
      <p>{t('leader_holds', { account: nameOf(leader), positions: holdingsText(leader.positions, texts) })}</p>
      <div className={styles.actions}>
        <Button
          variant="danger"
          onClick={() => void flatten()}
          busy={busy === 'flatten'}
          disabledReason={isRunning ? undefined : strings.flatten_all_none}
        >
          {strings.flatten_all}
        </Button>
        {armable.length > 1 && copier.package !== null && (
          <Button variant="outline" onClick={() => void arm(armable)} busy={busy === 'arm'}>
            {strings.arm_all}
          </Button>
        )}
      </div>
      <p className="muted">{strings.flatten_all_hint}</p>
      <ul className={styles.list}>
        {followers.map((account) => (
          <FollowerRow key={account.id} account={account} name={nameOf(account)} hasPackage={copier.package !== null} />
        ))}
      </ul>
    </Card>
  );
}
