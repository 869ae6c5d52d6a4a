import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { useProgramNames } from '#app/shell/program-names.ts';
import { pathTo } from '#routes.ts';
import page from '#ui/account-page.module.css';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { RetryAlert } from '#ui/retry-alert.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { isArmable } from './arm-blocked-reason.ts';
import styles from './copier.module.css';
import { FollowerRow } from './follower-row.tsx';
import { holdingsText } from './holdings-text.ts';
import { LogCard } from './log-card.tsx';
import { SetupCard } from './setup-card.tsx';
import { $copier, $copierBusy, arm, type Copier, flatten, followCopier, loadCopier } from './stores/copier.ts';
import { defineIsland, type NameOf, useTexts } from './texts.ts';

export const CopierIsland = defineIsland({ route: 'copier', screen: CopierScreen, skeleton: CopierSkeleton });

function CopierSkeleton() {
  return (
    <div className={page.page}>
      <Skeleton shape="heading" width="short" />
      <Card>
        <Skeleton shape="row" count={6} />
      </Card>
    </div>
  );
}

function CopierScreen() {
  const { strings } = useTexts();
  const programNames = useProgramNames();
  const state = useStore($copier);
  useEffect(() => followCopier(), []);
  if (state.status === 'loading') return <CopierSkeleton />;
  const nameOf: NameOf = ({ program, size, platformAccountId }) =>
    `${programNames[program]} ${size} · ${platformAccountId}`;
  return (
    <div className={page.page}>
      <h1>{strings.title}</h1>
      {state.status === 'failed' ? (
        <RetryAlert title={strings.failed_title} action={strings.failed_action} onRetry={loadCopier} />
      ) : (
        <Body copier={state.data} nameOf={nameOf} />
      )}
    </div>
  );
}

function Body({ copier, nameOf }: { readonly copier: Copier; readonly nameOf: NameOf }) {
  const { strings, t, locale } = useTexts();
  const hasFollowers = copier.accounts.some(({ follower }) => follower !== null);
  if (copier.availability !== 'available') {
    return <EmptyState title={strings.unavailable_title} text={strings[`${copier.availability}_text`]} />;
  }
  if (copier.package === null && !hasFollowers) {
    return (
      <EmptyState
        title={strings.no_package_title}
        text={strings.no_package_text}
        action={<Button label={strings.no_package_action} href={pathTo('thor', {}, locale)} />}
      />
    );
  }
  return (
    <>
      {copier.package === null ? (
        <Alert
          kind="warning"
          title={strings.package_ended_title}
          actions={<Button label={strings.no_package_action} href={pathTo('thor', {}, locale)} />}
        >
          {strings.package_ended_text}
        </Alert>
      ) : (
        <p className="muted">{t('package_of', { count: copier.package.followers })}</p>
      )}
      {copier.accounts.length < 2 && (
        <EmptyState
          title={strings.few_title}
          text={strings.few_text}
          action={<Button label={strings.few_action} href={pathTo('evaluations', {}, locale)} />}
        />
      )}
      <div className={`stack ${styles.columns}`}>
        <div className={styles.column}>
          <RunningCard copier={copier} nameOf={nameOf} />
          {hasFollowers && <LogCard accounts={copier.accounts} nameOf={nameOf} />}
        </div>
        {copier.package !== null && copier.accounts.length >= 2 && (
          <SetupCard
            key={copier.leaderId ?? ''}
            copier={copier}
            maxFollowers={copier.package.followers}
            nameOf={nameOf}
          />
        )}
      </div>
    </>
  );
}

function RunningCard({ copier, nameOf }: { readonly copier: Copier; readonly nameOf: NameOf }) {
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
      <div className={`cluster ${styles.actions}`}>
        {isRunning && (
          <Button
            label={strings.flatten_all}
            variant="danger"
            onClick={() => void flatten()}
            busy={busy === 'flatten'}
          />
        )}
        {armable.length > 1 && copier.package !== null && (
          <Button label={strings.arm_all} variant="outline" onClick={() => void arm(armable)} busy={busy === 'arm'} />
        )}
      </div>
      {isRunning && <p className="muted">{strings.flatten_all_hint}</p>}
      <ul className={`stack gap-5 ${styles.list}`}>
        {followers.map((account) => (
          <FollowerRow key={account.id} account={account} name={nameOf(account)} hasPackage={copier.package !== null} />
        ))}
      </ul>
    </Card>
  );
}
